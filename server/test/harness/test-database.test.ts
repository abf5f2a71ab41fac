import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

test('each test database has all tables, no rows, and nothing of another', async () => {
  await using one = await createTestDatabase()
  await using two = await createTestDatabase()
  await one.db.insertInto('installation').values({ key: 'zones', value: '2026f' }).execute()

  expect(await one.db.selectFrom('installation').select('value').execute()).toEqual([{ value: '2026f' }])
  expect(await two.db.selectFrom('installation').select('value').execute()).toEqual([])
})

test('a dropped database is gone, also under connections that others left open', async () => {
  const doomed = await createTestDatabase()
  await using other = await createTestDatabase()
  await doomed.drop()

  const { rows } = await sql`select 1 from pg_database where datname = ${doomed.connection.database}`.execute(other.db)
  expect(rows).toEqual([])
})
