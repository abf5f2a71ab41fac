import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { parseArgs } from '../../scripts/parse-args.ts'
import { openDatabase, type Database } from '../../server/src/platform/database/database.ts'
import { SUPERUSER } from '../../server/src/platform/database/embedded/home.ts'
import { signIn } from '../../server/test/harness/app/person.ts'
import { putPopulation } from '../../server/test/harness/database/put-population.ts'
import { newPlace, removePlace, startProduct, type Place } from '../processes.ts'
import { requestsFor, takeOver, wakeUp } from '../processes/carrier.ts'
import { ending } from '../processes/ending.ts'
import { newFleet } from '../processes/fleet.ts'
import { putPeople, type Person } from '../processes/people.ts'
import { waitFor } from '../processes/wait.ts'
import { findDistribution, startDistribution } from './distribution-postgres.ts'

// npm run restore:check -- --people 20000: restores backups into empty installations, where their calls must ring.
const { values } = parseArgs({ options: { people: { type: 'string' } } })
const people = Number(values.people ?? 20_000)
const OCCURRENCES = 5
const RINGS_AFTER_MS = 60_000
const JOBS = 'jobs.job'
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** The embedded database: stop, copy all of DATA_DIR, start elsewhere. */
async function folderCopy(): Promise<void> {
  const old = await newPlace({ LOG_LEVEL: 'warn' })
  const first = await startProduct(old)
  const before = databaseOf(old)
  await putPopulation(before, { people, occurrences: OCCURRENCES })
  const person = await signIn(old.webUrl, { db: before, clock: { now: Date.now } })
  const rows = await countRows(before)
  await before.destroy()
  await first.stop()

  const fresh = await newPlace({ LOG_LEVEL: 'warn' })
  await rm(fresh.dataDir, { recursive: true }) // remove the clips that tests share
  const copying = performance.now()
  await cp(old.dataDir, fresh.dataDir, { recursive: true, preserveTimestamps: true })
  const copied = seconds(copying)
  await removePlace(old)
  const starting = performance.now()
  await using second = await startProduct(fresh)
  const ready = seconds(starting)
  const after = databaseOf(fresh)
  expectSame(rows, await countRows(after))
  const [called] = await putPeople(after, [Date.now() + 5_000])
  await rings(fresh, after, called!)
  const answer = await fetch(`${fresh.webUrl}/api/schedule`, { headers: { cookie: person.cookie } })
  if (answer.status !== 200) throw new Error(`a person who was signed in no longer is: ${answer.status}`)
  console.log(
    `folder copy: ${people} people with ${OCCURRENCES} occurrences each, copied in ${copied}, ready ${ready} later; rang once`,
  )
  await after.destroy()
  await second.stop()
  await removePlace(fresh)
}

/** Another PostgreSQL: pg_dump while the product runs, pg_restore into an empty server. */
async function dumpAndRestore(folder: string): Promise<void> {
  const copies = await newPlace()
  const file = path.join(copies.dataDir, 'reveille.dump')
  const before = await dumpAtWork(folder, file)

  const restoring = performance.now()
  let restored = ''
  await using fleet = await newFleet({}, async (data) => {
    const empty = await startDistribution(folder, path.join(data, 'new'))
    execFileSync(path.join(folder, 'pg_restore'), [...empty.words, '-j2', file])
    restored = seconds(restoring)
    return empty
  })
  expectSame(before.rows, await countRows(fleet.db, JOBS))
  const [web] = await Promise.all([fleet.web(), fleet.worker()])
  const ready = seconds(restoring)
  const archive = () => fetch(`${web.webUrl}/api/account/export/${before.exportId}`, { headers: before.headers })
  await waitFor('a job that waited before the dump', async () => ((await archive()).status === 200 ? true : null))
  await rings(fleet.place, fleet.db, before.called)
  const megabytes = Math.round((await stat(file)).size / 1e6)
  console.log(
    `dump and restore: ${people} people, dumped in ${before.dumped} (${megabytes} MB), restored in ${restored}, ready after ${ready}; ` +
      'a waiting job was done, and it rang once',
  )
  await removePlace(copies)
}

/** npm run backup, while the product runs on the embedded database, restored into another one. */
async function ownBackup(folder: string | null): Promise<void> {
  const secret = { SESSION_SECRET: 'of-the-restore-check-0123456789abcdef', LOG_LEVEL: 'warn' }
  const old = await newPlace(secret)
  const copies = await newPlace()
  const first = await startProduct(old)
  const before = databaseOf(old)
  await putPopulation(before, { people, occurrences: OCCURRENCES })
  const [called] = await putPeople(before, [Date.now() + RINGS_AFTER_MS])
  await waitFor('the call to be planned', async () =>
    (await countRows(before))['calls']! > people * OCCURRENCES ? true : null,
  )
  const rows = await countRows(before)
  const taking = performance.now()
  const backups = path.join(copies.dataDir, 'backups')
  run(['scripts/backup/back-up.ts', backups], old)
  const taken = seconds(taking)
  await before.destroy()
  await first.killEverything()
  await removePlace(old)

  const data = await newPlace()
  const other = folder === null ? null : await startDistribution(folder, path.join(data.dataDir, 'new'))
  const fresh = await newPlace({ ...secret, ...(other && { DATABASE_URL: other.url }) })
  const restoring = performance.now()
  run(['scripts/backup/restore.ts', path.join(backups, readdirSync(backups)[0]!)], fresh)
  const restored = seconds(restoring)
  await using second = await startProduct(fresh)
  const ready = seconds(restoring)
  const after = other === null ? databaseOf(fresh) : openDatabase(other.connection)
  expectSame({ ...rows, sessions: 0 }, await countRows(after))
  await rings(fresh, after, called!)
  console.log(
    `npm run backup: ${people} people, backed up while running in ${taken}, restored ${other ? 'into another PostgreSQL ' : ''}in ${restored}, ready after ${ready}; rang once`,
  )
  await after.destroy()
  await second.stop()
  await other?.stop()
  for (const place of [copies, data, fresh]) await removePlace(place)
}

/** Runs one of our programs with an installation's settings. */
function run(program: readonly string[], place: Place): void {
  execFileSync('node', program, { env: { ...process.env, ...place.env }, stdio: 'inherit' })
}

/** Dumps an installation with a planned call and a waiting job, then deletes it. */
async function dumpAtWork(folder: string, file: string) {
  let words: string[] = []
  await using fleet = await newFleet({}, async (data) => {
    const server = await startDistribution(folder, path.join(data, 'old'))
    words = server.words
    return server
  })
  const [web, worker] = await Promise.all([fleet.web(), fleet.worker()])
  await putPopulation(fleet.db, { people, occurrences: OCCURRENCES })
  const [called] = await putPeople(fleet.db, [Date.now() + RINGS_AFTER_MS])
  await waitFor('the call to be prepared', () => callPrepared(fleet.db))
  await worker.stop() // so that a new job waits
  const person = await signIn(web.webUrl, { db: fleet.db, clock: { now: Date.now } })
  const { body: wanted } = await person.post<{ id: number }>('/api/account/export')
  const rows = await countRows(fleet.db, JOBS)
  const dumping = performance.now()
  execFileSync(path.join(folder, 'pg_dump'), [...words, '-Fc', '-Z1', '-f', file])
  const dumped = seconds(dumping)
  return { rows, dumped, called: called!, exportId: wanted.id, headers: { cookie: person.cookie } }
}

/** Whether the words of the only call are synthesized. Null instead of false, for waitFor. */
async function callPrepared(db: Database): Promise<true | null> {
  const { rows } = await sql`select 1 from calls where prepare_at is null limit 1`.execute(db)
  return rows.length > 0 ? true : null
}

async function rings({ sandboxUrl }: Place, db: Database, called: Person): Promise<void> {
  const handset = await takeOver(sandboxUrl, called.phone)
  await wakeUp(await handset.expectCall(60_000))
  const { outcome } = await ending(db, called)
  const requests = await requestsFor(sandboxUrl, called.phone)
  if (outcome !== 'answered' || requests.length !== 1) throw new Error(`${outcome}, ${requests.length} requests`)
}

const databaseOf = ({ dataDir }: Place) =>
  openDatabase({ host: path.join(dataDir, 'postgres.socket'), user: SUPERUSER, database: 'postgres' })

/** The number of rows in each of our growing tables. */
async function countRows(db: Database, ...more: string[]): Promise<Record<string, number>> {
  const tables = ['users', 'personalizations', 'sessions', 'occurrences', 'calls', 'call_events', ...more]
  const counts = tables.map(async (name) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    return [name, rows[0]!.count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

function expectSame(before: Record<string, number>, after: Record<string, number>): void {
  for (const [table, count] of Object.entries(before))
    if (after[table] !== count) throw new Error(`${table}: ${count} rows before, ${after[table]} after`)
}

const programs = findDistribution()
await ownBackup(programs)
await folderCopy()
if (programs === null) console.log('pg_dump is not installed, so dump and restore was not tried')
else await dumpAndRestore(programs)
