import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { SUPERUSER } from '../../server/src/platform/database/embedded/home.ts'
import { timestamp } from '../../server/src/platform/database/value-types.ts'
import { openTcpProxy } from '../failover/tcp-proxy.ts'
import { newPlace, removePlace } from '../processes.ts'
import { judgeCalls, printVerdict } from '../processes/judge-calls.ts'
import { putPeople } from '../processes/people.ts'
import { waitFor, waitUntil } from '../processes/wait.ts'
import { HOSTS, startCarrier, startDatabase, startRole, type Host } from './hosts.ts'
import { cutOff, networkOf } from './network.ts'

/** A call is due each second while one host after another is cut off for a minute. */
const CUTS: readonly { host: Host; at: number }[] = [
  { host: 'one', at: 15_000 },
  { host: 'carrier', at: 100_000 },
  { host: 'db', at: 190_000 },
]
const CUT_MS = 60_000
const LAST_CALL_AT = 265_000
const FIRST_CALL_WITHIN_MS = 5_000

const network = networkOf(process.argv[2]!, HOSTS)
const place = await newPlace()
const hosted = { network, place }
const toCarrier = await openTcpProxy({ host: network.addressOf('carrier'), port: 3001 })
const sandboxUrl = `http://localhost:${toCarrier.port}`
const db = openDatabase({ host: network.addressOf('db'), user: SUPERUSER, database: 'postgres' })
const stopDatabase = await startDatabase(hosted)
const started: { killEverything(): Promise<void> }[] = []
try {
  await waitFor('the database', () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => null,
    ),
  )
  started.push(await startCarrier(hosted), await startRole(hosted, { host: 'web', role: 'web' }))
  started.push(
    ...(await Promise.all([
      startRole(hosted, { host: 'one', role: 'worker' }),
      startRole(hosted, { host: 'two', role: 'worker' }),
    ])),
  )
  process.exitCode = (await cutOneAfterTheOther()) ? 0 : 1
} finally {
  for (const product of started.toReversed()) await product.killEverything()
  await db.destroy()
  toCarrier.close()
  await stopDatabase()
  await removePlace(place)
}

/** Nobody picks up and retries are off, so each phone must ring exactly once. */
async function cutOneAfterTheOther(): Promise<boolean> {
  const begin = Date.now() + 5_000
  const dueAts = Array.from({ length: LAST_CALL_AT / 1000 }, (_, second) => begin + second * 1000)
  const people = await putPeople(db, dueAts, { callRetry: false })

  const healed: { host: Host; at: number }[] = []
  for (const { host, at } of CUTS) {
    await waitUntil(begin + at)
    const cut = cutOff(network.addressOf(host))
    toCarrier.cutConnections() // our own connections are cut off too
    console.log(`${host} is cut off`)
    await pause(CUT_MS)
    cut.heal()
    healed.push({ host, at: Date.now() })
    console.log(`${host} is back`)
  }
  await waitUntil(begin + LAST_CALL_AT)
  // Our own database connections were cut off too.
  const ended = () => allEnded().catch(() => null)
  await waitFor('every call to end', ended, { withinMs: 240_000, everyMs: 1_000 }).catch(() => undefined)
  const verdict = await judgeCalls({ place: { ...place, sandboxUrl }, db }, people, 'missed')
  let good = printVerdict(verdict)
  for (const { host, at } of healed) {
    const first = (verdict.requestedAt.find((instant) => instant >= at) ?? Infinity) - at
    console.log(`first call ${first} ms after ${host} was back (at most ${FIRST_CALL_WITHIN_MS})`)
    good &&= first <= FIRST_CALL_WITHIN_MS
  }
  return good
}

async function allEnded(): Promise<true | null> {
  const { open } = await db
    .selectFrom('occurrences')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('outcome', 'is', null)
    .where('due_at', '<', timestamp(Date.now()))
    .executeTakeFirstOrThrow()
  return Number(open) === 0 ? true : null
}
