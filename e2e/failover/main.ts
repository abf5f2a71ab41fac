import { buildWebWhenStale } from '../../scripts/build-web.ts'
import { signIn, type Person as SignedIn } from '../../server/test/harness/app/person.ts'
import { newFleet, type Fleet } from '../processes/fleet.ts'
import { answerAll, sleepersOf, judgeCalls, printVerdict } from '../processes/judge-calls.ts'
import { putPeople } from '../processes/people.ts'
import { waitUntil } from '../processes/wait.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './replicated-postgres.ts'

// npm run failover: kills the primary while 120 calls due at one instant leave. Its synchronous standby takes over.
const CALLS = 120
const A_SECOND = 10
const DUE_AFTER_MS = 12_000
const KILLED_AFTER_MS = 4_000
const DOWN_MS = 2_000
const WRITERS = 4

/** The longest time from recovery to the first call. */
const FIRST_CALL_WITHIN_MS = 5_000

await buildWebWhenStale()
let postgres: ReplicatedPostgres | undefined
await using fleet = await newFleet({ CALLS_PER_SECOND: String(A_SECOND) }, async (folder) => {
  const started = await startReplicatedPostgres(folder)
  postgres = started
  const connection = { host: '127.0.0.1', port: started.port, user: 'reveille', database: 'postgres' }
  return { url: `postgres://reveille@127.0.0.1:${started.port}/postgres`, connection, stop: started.stop }
})
const web = await fleet.web()
await Promise.all([fleet.worker(), fleet.worker()])

const dueAt = Date.now() + DUE_AFTER_MS
const sleepers = await sleepersOf(fleet, await putPeople(fleet.db, Array<number>(CALLS).fill(dueAt)))
const writers = await Promise.all(Array.from({ length: WRITERS }, () => newWriter(fleet, web.webUrl)))

await waitUntil(dueAt + KILLED_AFTER_MS)
await postgres!.killPrimary()
const killedAt = Date.now()
await waitUntil(killedAt + DOWN_MS)
const recoveredAt = await postgres!.promote()
await answerAll(fleet, sleepers, 150_000)

const verdict = await judgeCalls(fleet, sleepers.people, 'answered')
const good = printVerdict(verdict)
const first = (verdict.requestedAt.find((at) => at >= recoveredAt) ?? Infinity) - recoveredAt
console.log(
  `down for ${recoveredAt - killedAt} ms; first call ${first} ms after the recovery (at most ${FIRST_CALL_WITHIN_MS})`,
)
const lostWrites = (await Promise.all(writers.map((writer) => writer.settle()))).filter(({ lost }) => lost)
const acknowledged = writers.reduce((sum, { acknowledged: count }) => sum + count(), 0)
console.log(`${acknowledged} acknowledged changes by ${WRITERS} people meanwhile, ${lostWrites.length} people lost one`)
process.exitCode = good && first <= FIRST_CALL_WITHIN_MS && lostWrites.length === 0 ? 0 : 1

/** A person who keeps changing their name to the next number. No acknowledged change may be lost. */
async function newWriter({ db }: Fleet, url: string) {
  const person: SignedIn = await signIn(url, { db, clock: { now: Date.now } })
  let sent = 0
  let lastAcknowledged = 0
  let count = 0
  let stopped = false
  const working = (async () => {
    while (!stopped) {
      const number = ++sent
      const status = await person.send('PATCH', '/api/account', { name: `Name ${number}` }).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) {
        lastAcknowledged = number
        count++
      }
      await waitUntil(Date.now() + 20)
    }
  })()
  return {
    acknowledged: () => count,
    async settle() {
      stopped = true
      await working
      const { body } = await person.get<{ name: string }>('/api/account')
      return { lost: Number(body.name.split(' ')[1]) < lastAcknowledged }
    },
  }
}
