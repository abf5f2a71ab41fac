import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import pino from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { createDatabase, dropDatabase } from '../../../test/harness/database/template-database.ts'
import { previewsJob } from '../../speech/voice-previews.ts'
import { pgBossJobs } from '../jobs/pg-boss.adapter.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import { openDatabase, type DatabaseConnection } from './database.ts'
import { migrate, migrateOn } from './migrate.ts'
import { inTransaction } from './transaction.ts'

/** A database without tables. */
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

test('the released migrations prepare an empty database, and a second run changes nothing', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)

  expect(await migrate(db)).not.toEqual([])
  expect(await migrate(db)).toEqual([])
  expect(await db.selectFrom('users').select('id').execute()).toEqual([])
  await db.destroy()
})

test('S53 a user who owns the database but is not a superuser can create all tables and the job queue', async () => {
  await using database = await emptyDatabase()
  const user = `owner_${randomUUID().replaceAll('-', '')}`
  const name = database.connection.database
  const admin = openDatabase(inject('postgres'))
  await sql`create role ${sql.id(user)} login nosuperuser`.execute(admin)
  await sql`alter database ${sql.id(name!)} owner to ${sql.id(user)}`.execute(admin)

  const db = openDatabase({ ...database.connection, user })
  expect(await migrate(db)).not.toEqual([])
  const jobs = pgBossJobs({ ...database.connection, user }, pino({ level: 'silent' }), [previewsJob])
  await jobs.start()
  await inTransaction(db, (tx) => jobs.enqueue(tx, previewsJob, {}))
  await jobs.stop()
  await db.destroy()
  await database[Symbol.asyncDispose]()
  await sql`drop role ${sql.id(user)}`.execute(admin)
  await admin.destroy()
})

test('after a rollback the previous version starts on tables that a newer one extended, and leaves them alone', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, twoSteps)

  expect(await migrate(db, { '0001-beds': twoSteps['0001-beds'] })).toEqual([])
  expect((await sql`select id from beds`.execute(db)).rows).toEqual([{ id: 1 }])
  await db.destroy()
})

test.each([
  ["it can't work with", { '0001-beds': twoSteps['0001-beds'] }, '0003-no-beds-needs-0002'],
  ['it lacks a migration for', { ...twoSteps, '0002-other': statement('select 1') }, '0003-no-beds-needs-0002'],
])('a version refuses to start on tables that a newer one changed in a way %s', async (_what, older, named) => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)
  await migrate(db, { ...twoSteps, '0003-no-beds-needs-0002': statement('drop table beds') })

  const start = migrate(db, older)
  await expect(start).rejects.toThrow(StartRefusedError)
  await expect(start).rejects.toThrow(`newer version of Reveille (${named})`)
  await db.destroy()
})

test('a failed migration throws its reason and rolls back its whole run', async () => {
  await using database = await emptyDatabase()
  const db = openDatabase(database.connection)

  await expect(migrate(db, { ...twoSteps, '0003-wrong': statement('alter table nowhere add x int') })).rejects.toThrow(
    'nowhere',
  )
  expect((await sql`select to_regclass('beds') as beds`.execute(db)).rows).toEqual([{ beds: null }])
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
