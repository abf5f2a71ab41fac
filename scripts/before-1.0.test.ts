import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeBackup } from '../server/src/platform/backup/take-backup.ts'
import { connectForCopy, dropTables } from '../server/src/platform/database/copy-tables.sql.ts'
import { openDatabase, type Database, type DatabaseConnection } from '../server/src/platform/database/database.ts'
import { migrate } from '../server/src/platform/database/migrate.ts'
import { migrations } from '../server/src/platform/database/migrations/index.ts'
import { signedIn } from '../server/test/harness/app/person.ts'
import { startTestApp, type TestApp } from '../server/test/harness/app/start-test-app.ts'
import { createTestDatabase, type TestDatabase } from '../server/test/harness/database/test-database.ts'
import { restoreInstallation } from './backup/restore-installation.ts'

const log = pino({ level: 'silent' })
const FIXTURE = new URL('fixtures/before-1.0.sql', import.meta.url)
/** The fixture's time: Ada was up at 06:30, Cat's phone has been ringing since 06:59, Ben is due at 07:05. */
const NOW = '2027-01-15T06:59:00+01:00'
const ADA = { userId: 1, phone: '+4915123456789' }
const BEN = { userId: 2, phone: '+4915123456701' }
const DONE = sql<{ name: string }>`select name from kysely_migration order by name`

/** Replaces all tables with those of the last version before 1.0. */
async function putOldDatabase(connection: DatabaseConnection): Promise<void> {
  const client = await connectForCopy(connection)
  await dropTables(client)
  await client.query(await readFile(FIXTURE, 'utf8'))
  await client.end()
}

async function oldDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await putOldDatabase(database.connection)
  return database
}

/** All columns, constraints and indexes, as the database describes them. */
async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line, c.relname as of, 0 as kind, a.attnum as at
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on (d.adrelid, d.adnum) = (c.oid, a.attnum)
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S') and a.attnum > 0 and not a.attisdropped
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), conname, 1, 0
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef, indexname, 2, 0 from pg_indexes where schemaname = 'public'
    order by kind, of, at
  `.execute(db)
  // This default is the zone data version of the program that made the table.
  return rows.map(({ line }) => (line.startsWith('schedules.zone_data ') ? line.replace(/'\w+'/, 'edition') : line))
}

test('migrating a database from before 1.0 gives it the schema of a new one, and keeps its calls', async () => {
  await using old = await oldDatabase()
  await using fresh = await createTestDatabase()
  expect(await migrate(old.db)).toEqual(Object.keys(migrations).slice(1))
  expect((await DONE.execute(old.db)).rows).toEqual((await DONE.execute(fresh.db)).rows)
  const schema = await schemaOf(old.db)
  expect(schema).toEqual(await schemaOf(fresh.db))
  expect(schema.length).toBeGreaterThan(400)
  const calls = await old.db.selectFrom('calls').select(['user_id', 'stage', 'status']).orderBy('id').execute()
  expect(calls).toEqual([
    { user_id: 1, stage: 'ended', status: 'completed' },
    { user_id: 3, stage: 'placed', status: 'pending' },
    { user_id: 2, stage: 'planned', status: 'pending' },
  ])
  expect(await migrate(old.db)).toEqual([])
})

test('when processes start at once on a database from before 1.0, one migrates it under the migration lock', async () => {
  await using old = await oldDatabase()
  const before = (await DONE.execute(old.db)).rows
  const instances = [1, 2, 3].map(() => openDatabase(old.connection))
  const ran = await old.db.connection().execute(async (holder) => {
    const { adapter } = holder.getExecutor()
    await adapter.acquireMigrationLock(holder, { lockTable: '', lockRowId: '' })
    const started = instances.map((db) => migrate(db))
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await vi.waitUntil(async () => (await waiting.execute(holder)).rows.length === 3, { timeout: 30_000 })
    expect((await DONE.execute(holder)).rows).toEqual(before)
    await adapter.releaseMigrationLock(holder, { lockTable: '', lockRowId: '' })
    return Promise.all(started)
  })
  expect(ran.flat()).toEqual(Object.keys(migrations).slice(1))
  expect((await DONE.execute(old.db)).rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  await Promise.all(instances.map((db) => db.destroy()))
})

/** Expects the old data, the end of the ringing call, and Ben's call to ring. */
async function expectTheDayContinues(app: TestApp): Promise<void> {
  const [ada, ben] = [await signedIn(app.url, app.services, ADA), await signedIn(app.url, app.services, BEN)]
  expect((await ada.history()).map(({ status }) => status)).toEqual(['completed'])
  expect((await ben.get<unknown[]>('/api/schedule')).body).toMatchObject([{ wakeupTime: '07:05' }])
  const phone = await app.phone(BEN.phone)
  await app.clock.advance({ minutes: 6 })
  const call = await phone.expectCall()
  await call.pickUp()
  await call.press('1', { afterSeconds: 20 })
  await app.clock.advance({ minutes: 5 })
  expect((await ben.history()).map(({ status }) => status)).toEqual(['completed'])
  const held = await app.services.db.selectFrom('calls').select('id').where('holds_line', '=', true).execute()
  expect(held).toEqual([])
}

test('people, schedules and calls from before 1.0 survive the upgrade, and the next call rings', async () => {
  await using app = await startTestApp({ now: NOW })
  await app.restart({}, () => putOldDatabase(app.connection))
  await expectTheDayContinues(app)
})

async function backUpOld(app: TestApp): Promise<string> {
  await using old = await oldDatabase()
  const parent = await mkdtemp(path.join(tmpdir(), 'reveille-backup-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const { storage, config, clock } = app.services
  const ground = {
    connection: old.connection,
    storage,
    secret: config.optOutSecret,
    version: '0.2.0',
    now: clock.now(),
  }
  return (await takeBackup(ground, parent)).folder
}

test('OPS-6 a backup from before 1.0 can be restored, with its people, schedules and calls, and the next call rings', async () => {
  await using app = await startTestApp({ now: NOW })
  const folder = await backUpOld(app)
  const { config } = app.services
  await app.restart({}, async () => {
    const client = await connectForCopy(app.connection)
    await dropTables(client)
    await client.end()
    await restoreInstallation(config, { connection: app.connection, log, clock: app.clock }, folder)
  })
  expect((await DONE.execute(app.services.db)).rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  await expectTheDayContinues(app)
})

const REFUSED = [
  {
    of: 'an older version',
    change: `delete from kysely_migration where name > '0016'`,
    words: 'an older version of Reveille (0015-spoken-name)',
    database: 'Start the version with that migration on it once, then this one.',
    backup: 'start the version with that migration once, and take another one.',
  },
  {
    of: 'a version between releases',
    change: `insert into kysely_migration values ('0027-versions', '')`,
    words: 'a version of Reveille between releases (0027-versions)',
    database: 'begin with an empty database.',
    backup: 'Restore one that the version with that migration took.',
  },
  {
    of: 'a version without one migration in the middle',
    change: `delete from kysely_migration where name = '0018-notes'`,
    words: '(0019-days-off): from before 1.0 this version takes over only what ends with 0026-paused-by-stop',
    database: 'Restore a backup that the version with that migration took',
    backup: 'Restore one that the version with that migration took.',
  },
]

test.each(REFUSED)(
  'OPS-6 tables and backups of $of are refused with what to do instead, and the tables stay as they are',
  async ({ change, words, database, backup }) => {
    await using app = await startTestApp({ now: NOW })
    await using old = await oldDatabase()
    await sql.raw(change).execute(old.db)
    const before = (await DONE.execute(old.db)).rows
    const start = migrate(old.db)
    await expect(start).rejects.toThrow(words)
    await expect(start).rejects.toThrow(database)
    expect((await DONE.execute(old.db)).rows).toEqual(before)

    const folder = await backUpOld(app)
    const manifest = {
      ...JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')),
      migrations: before.map(({ name }) => name),
    }
    await rewrite(folder, 'manifest.json', JSON.stringify(manifest))
    const restore = restoreInstallation(
      app.services.config,
      { connection: app.connection, log, clock: app.clock },
      folder,
    )
    await expect(restore).rejects.toThrow(words)
    await expect(restore).rejects.toThrow(backup)
  },
)

/** Replaces a file of a backup and its checksum. */
async function rewrite(folder: string, name: string, text: string): Promise<void> {
  const sums = path.join(folder, 'SHA256SUMS')
  const sum = createHash('sha256').update(text).digest('hex')
  const lines = (await readFile(sums, 'utf8')).split('\n')
  await writeFile(path.join(folder, name), text)
  await writeFile(sums, lines.map((line) => (line.endsWith(`  ${name}`) ? `${sum}  ${name}` : line)).join('\n'))
}
