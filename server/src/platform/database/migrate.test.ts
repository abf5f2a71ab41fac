import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import pino from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { dumpDatabase } from '../../../test/harness/database/dump-database.ts'
import { createDatabase, dropDatabase } from '../../../test/harness/database/template-database.ts'
import { pgBossJobs } from '../jobs/pg-boss.adapter.ts'
import { StartRefused } from '../process/start-refused.ts'
import { hashOfSecret } from '../secrets.ts'
import { openDatabase, type DatabaseConnection } from './database.ts'
import { migrate, migrateOn } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { inTransaction } from './transaction.ts'
import { timestamp } from './value-types.ts'

/** A database without any table. */
async function emptyDatabase(): Promise<AsyncDisposable & { connection: DatabaseConnection }> {
  const server = inject('postgres')
  const database = `migrate_${randomUUID().replaceAll('-', '')}`
  await createDatabase(server, database)
  return {
    connection: { ...server, database },
    [Symbol.asyncDispose]: () => dropDatabase(server, database),
  }
}

const statement = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(text).execute(db)
  },
})
const twoSteps = {
  '0001-beds': statement('create table beds (id int primary key)'),
  '0002-one-bed': statement('insert into beds values (1)'),
}

test('four processes that migrate at once run each migration exactly once', async () => {
  await using database = await emptyDatabase()
  const instances = [1, 2, 3, 4].map(() => openDatabase(database.connection))
  const ran = await Promise.all(instances.map((db) => migrate(db, twoSteps)))

  expect(ran.flat().toSorted()).toEqual(['0001-beds', '0002-one-bed'])
  expect((await sql`select id from beds`.execute(instances[0]!)).rows).toEqual([{ id: 1 }])
  await Promise.all(instances.map((db) => db.destroy()))
})

test('the released migrations make an empty database ready, and a second run changes nothing', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)

  expect(await migrate(db)).not.toEqual([])
  expect(await migrate(db)).toEqual([])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await db.destroy()
})

test('S53 all tables and the job queue are made by a user who owns the database and is no superuser', async () => {
  await using database = await emptyDatabase()
  const user = `owner_${randomUUID().replaceAll('-', '')}`
  const name = database.connection.database
  const admin = openDatabase(inject('postgres'))
  await sql`create role ${sql.id(user)} login nosuperuser`.execute(admin)
  await sql`alter database ${sql.id(name!)} owner to ${sql.id(user)}`.execute(admin)

  const db = openDatabase({ ...database.connection, user })
  expect(await migrate(db)).not.toEqual([])
  const jobs = pgBossJobs({ ...database.connection, user }, pino({ level: 'silent' }))
  await jobs.start()
  await inTransaction(db, (tx) => jobs.enqueue(tx, 'prepare-previews', {}))
  await jobs.stop()
  await db.destroy()
  await database[Symbol.asyncDispose]()
  await sql`drop role ${sql.id(user)}`.execute(admin)
  await admin.destroy()
})

test('after a roll-back the previous version starts on tables that a newer one added to, and leaves them alone', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, twoSteps)

  expect(await migrate(db, { '0001-beds': twoSteps['0001-beds'] })).toEqual([])
  expect((await sql`select id from beds`.execute(db)).rows).toEqual([{ id: 1 }])
  await db.destroy()
})

test.each([
  ['which it cannot live with', { '0001-beds': twoSteps['0001-beds'] }, '0003-no-beds-needs-0002'],
  ['while it lacks one of its own', { ...twoSteps, '0002-other': statement('select 1') }, '0003-no-beds-needs-0002'],
])('a version refuses to start on tables that a newer one changed in a way %s', async (_what, older, named) => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, { ...twoSteps, '0003-no-beds-needs-0002': statement('drop table beds') })

  const start = migrate(db, older)
  await expect(start).rejects.toThrow(StartRefused)
  await expect(start).rejects.toThrow(`newer version of Reveille (${named})`)
  await db.destroy()
})

test('a migration that fails throws its reason and leaves nothing of its run behind', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)

  await expect(migrate(db, { ...twoSteps, '0003-wrong': statement('alter table nowhere add x int') })).rejects.toThrow(
    'nowhere',
  )
  expect((await sql`select to_regclass('beds') as beds`.execute(db)).rows).toEqual([{ beds: null }])
  await db.destroy()
})

const releasedBefore = (number: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name < number))

test('CALL-8 an upgrade has unspoken words spoken, also those that old processes plan, and keeps what is spoken', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, releasedBefore('0008'))
  await sql`insert into users (email, name, created_at, updated_at) values ('ada@example.com', 'Ada', now(), now())`.execute(
    db,
  )
  await sql`
    insert into occurrences (user_id, due_at, timezone, call_retry, created_at) values (1, now(), 'Etc/UTC', true, now())
  `.execute(db)
  const spoken = { text: 'Good morning.', audioKey: 'speech/1/a.wav' }
  const unspoken = { text: 'Good morning.', audioKey: null }
  const plan = (token: string, script: object | null, stage = 'planned') =>
    sql`
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, stage, token, voice, script, created_at)
    values (1, 1, (select count(*) from calls), 'first', now(), now(), ${stage}, ${token}, 'liam', ${script && JSON.stringify(script)}, now())
  `.execute(db)
  await plan('spoken', { message: spoken, closing: spoken })
  await plan('in part', { message: spoken, closing: unspoken })
  await plan('unspoken', { message: unspoken, closing: unspoken })
  await plan('without words', null)
  await plan('over', null, 'ended')
  // As an operator prepares them.
  await sql`alter table calls add column if not exists prepare_at timestamptz`.execute(db)
  await sql`
    create index concurrently if not exists calls_unprepared on calls (due_at)
      where prepare_at is not null and stage <> 'ended'
  `.execute(db)

  expect(await migrate(db, releasedBefore('0011'))).toContain('0008-preparations')
  await plan('by an old process', null)
  const waiting = await db
    .selectFrom('calls')
    .select('token')
    .where('prepare_at', '<=', timestamp(Date.now()))
    .orderBy('id')
    .execute()
  expect(waiting.map(({ token }) => token)).toEqual(['in part', 'unspoken', 'without words', 'by an old process'])
  await db.destroy()
})

test('S54 ACCT-4 an upgrade keeps of calendar addresses their hashes, and all that were given away go on working', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, releasedBefore('0016'))
  for (const name of ['ada', 'ben'])
    await sql`insert into users (email, name, created_at, updated_at)
      values (${`${name}@example.com`}, ${name}, now(), now())`.execute(db)
  const { rows } = await sql<{
    id: number
    token: string
  }>`select id, calendar_token as token from users order by id`.execute(db)
  await migrate(db)
  const kept = await db.selectFrom('users').select(['id', 'calendar_hash']).orderBy('id').execute()
  expect(kept).toEqual(rows.map(({ id, token }) => ({ id, calendar_hash: hashOfSecret(token) })))
  expect(await dumpDatabase(db)).not.toContain(rows[0]!.token)
  await db.destroy()
})

test('a migration that waits for a backup lets all other queries through, and runs after it', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, twoSteps)
  const backup = await db.startTransaction().execute()
  await sql`lock table beds in access share mode`.execute(backup)
  const warn = vi.fn<() => void>()
  const pillows = { ...twoSteps, '0003-pillows': statement('alter table beds add column pillows int') }

  const migrated = migrateOn(database.connection, { warn }, pillows)
  await vi.waitUntil(() => warn.mock.calls.length > 0, { timeout: 30_000 })
  expect((await sql`select * from beds`.execute(db)).rows).toEqual([{ id: 1 }])
  await backup.commit().execute()
  expect(await migrated).toEqual(['0003-pillows'])
  await db.destroy()
})

test('WAKE-6 WAKE-15 the upgrade that takes no pick-up for a proof waits until old workers have stopped', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, releasedBefore('0011'))
  await db.insertInto('workers').values({ id: 'old', home: '/old', beat_at: new Date() }).execute()
  const warned: unknown[] = []

  const migrated = migrateOn(database.connection, {
    warn: (_about: unknown, words?: string) => void warned.push(words),
  })
  await vi.waitUntil(() => warned.length > 0, { timeout: 30_000 })
  expect(warned[0]).toBe('processes of the version before still run: stop them all to go on')
  await db.deleteFrom('workers').execute()
  expect(await migrated).toContain('0011-waking-needs-0011')
  await expect(migrate(db, releasedBefore('0011'))).rejects.toThrow('start that version or a newer one')
  await db.destroy()
})
