import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/harness/database/test-database.ts'
import { openDatabase } from '../../database/database.ts'
import { checkDatabase, readiness } from './health.routes.ts'

test('a process connected to a read-only database is not ready', async () => {
  await using database = await createTestDatabase()
  expect(readiness(await checkDatabase(database.db), 'none').ready).toBe(true)

  const readOnly = openDatabase({ ...database.connection, options: '-c default_transaction_read_only=on' })
  const { ready, checks } = readiness(await checkDatabase(readOnly), 'none')
  expect([ready, checks.database]).toEqual([false, 'this database is a read-only copy'])
  await readOnly.destroy()
})
