import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { saveUnlocked } from '../../calls/call-life.sql.ts'
import { lockCall } from '../../calls/calls.sql.ts'
import { lockPerson } from '../../people/lock-person.sql.ts'
import { openDatabase, openPool, type Database } from './database.ts'
import { inTransaction } from './transaction.ts'

const readUsers = (db: Database) => db.selectFrom('users').selectAll().where('id', '=', 1).execute()

async function prepared(db: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

async function oneConnection() {
  const database = await createTestDatabase()
  const db = openDatabase({ ...database.connection, max: 1 })
  const close = async () => {
    await db.destroy()
    await database.drop()
  }
  return { db, other: database.db, [Symbol.asyncDispose]: close }
}

test('repeated reads are prepared, statements that lock or write are not', async () => {
  await using database = await oneConnection()
  for (let times = 0; times < 5; times++) {
    await readUsers(database.db)
    await database.db.selectFrom('schedules').selectAll().where('id', '=', 1).forUpdate().execute()
    await database.db.updateTable('users').set({ name: 'Robin' }).where('id', '=', 1).execute()
  }
  expect((await prepared(database.db)).filter((text) => !text.includes('pg_prepared'))).toEqual([
    expect.stringContaining('from "users"'),
  ])
})

test('a caller with a callback, such as the pool itself, is called back', async () => {
  await using database = await createTestDatabase()
  const pool = openPool({ ...database.connection, max: 1 })
  for (let times = 1; times <= 5; times++) {
    const { rows } = await pool.query<{ one: number }>('select $1::int as one', [times])
    expect(rows).toEqual([{ one: times }])
  }
  await pool.end()
})

test("a column added by a newer version does not break this one's reads", async () => {
  await using database = await oneConnection()
  for (let times = 0; times < 5; times++) await readUsers(database.db)
  await sql`alter table users add column nickname text`.execute(database.other)
  expect(await readUsers(database.db)).toEqual([])
  await sql`alter table users add column second_nickname text`.execute(database.other)
  expect(await inTransaction(database.db, (tx) => readUsers(tx))).toEqual([])
  expect(await readUsers(database.db)).toEqual([])
})

test('a statement that locks or writes is prepared by runPrepared', async () => {
  await using database = await oneConnection()
  for (let times = 0; times < 5; times++) {
    await inTransaction(database.db, async (tx) => {
      await lockPerson(tx, 1)
      await lockCall(tx, 1)
    })
    await saveUnlocked(database.db, [])
  }
  const texts = (await prepared(database.db)).filter((text) => !text.includes('pg_prepared'))
  expect(texts.toSorted()).toEqual([
    expect.stringMatching(/^\s+with noted as .* from users .*for no key update of users$/s),
    expect.stringMatching(/^select.* from calls .*for update$/),
    expect.stringMatching(/^with news as /),
  ])
})

test('a column added by a newer version does not break a transaction with an isolation level either', async () => {
  await using database = await oneConnection()
  for (let times = 0; times < 5; times++) await readUsers(database.db)
  await sql`alter table users add column nickname text`.execute(database.other)
  expect(await inTransaction(database.db, (tx) => readUsers(tx), 'repeatable read')).toEqual([])
})
