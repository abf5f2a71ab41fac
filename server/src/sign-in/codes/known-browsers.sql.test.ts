import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../../test/harness/database/test-database.ts'
import { deleteExcess } from '../../platform/database/delete-old.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isKnownBrowser, rememberBrowser } from './known-browsers.sql.ts'

const NOW = Date.parse('2027-01-15T06:00:00Z')

test('CODE-3 S5 S64 a browser is known to the account it signed in to, for a limited time, and the newest are kept', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 2, dueAt: NOW })
  const [mine, theirs] = await db.selectFrom('users').select(['id', 'email']).orderBy('id').execute()
  const signIn = (userId: number, browserHash: string, now: number) =>
    inTransaction(db, (tx) => rememberBrowser(tx, { userId, browserHash, now }))
  const isKnown = (email: string, browserHash: string, since = NOW - 1) =>
    isKnownBrowser(db, { email, browserHash, since })

  expect(await signIn(mine!.id, 'old', NOW - 10)).toEqual({ isNew: true })
  expect(await signIn(mine!.id, 'used', NOW - 20)).toEqual({ isNew: true })
  expect(await signIn(mine!.id, 'used', NOW)).toEqual({ isNew: false })
  expect(await signIn(theirs!.id, 'used', NOW - 30)).toEqual({ isNew: true })

  expect([await isKnown(mine!.email, 'used'), await isKnown(mine!.email, 'used', NOW)]).toEqual([true, false])
  expect([await isKnown(mine!.email, 'old'), await isKnown(mine!.email, 'old', NOW - 11)]).toEqual([false, true])
  expect([await isKnown(theirs!.email, 'used'), await isKnown(theirs!.email, 'old', 0)]).toEqual([false, false])

  await deleteExcess(db, 'known_browsers', 1)
  const left = await db.selectFrom('known_browsers').select(['user_id', 'browser_hash']).orderBy('user_id').execute()
  expect(left).toEqual([mine, theirs].map((person) => ({ user_id: person!.id, browser_hash: 'used' })))
})
