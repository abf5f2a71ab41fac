import { expect, test } from 'vitest'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteOld } from '../platform/database/delete-old.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { findNumberChange, insertNumberChange, markDisowned, wasNumberChanged } from './number-changes.sql.ts'
import { hasNumber, lockOtherHolders, removeSecondNumber, setNumberLost, setVerifiedNumber } from './numbers.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const FORMER = '+12025550141'

/** Two people with two verified numbers each. */
async function twoPeople(db: Database) {
  await putPlannedCalls(db, { count: 2, dueAt: NOW })
  const people = await db.selectFrom('users').select(['id', 'phone']).orderBy('id').execute()
  for (const { id } of people)
    await db
      .updateTable('users')
      .set({ second_phone: `+1303555100${id}`, second_phone_verified: true })
      .where('id', '=', id)
      .execute()
  const numbersOf = (userId: number) =>
    db
      .selectFrom('users')
      .select(['phone', 'phone_verified', 'proven_by_call'])
      .select(['second_phone', 'second_phone_verified', 'second_proven_by_call'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
      .then((row) => Object.values(row))
  const [me, other] = people.map(({ id, phone }) => ({ userId: id, phone: phone!, second: `+1303555100${id}` }))
  return { me: me!, other: other!, numbersOf }
}

test("PHONE-11 WAKE-18 a number belongs to the person who proved it, as first or second, and my changes touch nobody else's", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { me, other, numbersOf } = await twoPeople(db)
  const { userId } = me
  const theirs = await numbersOf(other.userId)
  const inOne = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(db, work)
  const holders = (phone: string) => inOne((tx) => lockOtherHolders(tx, { phone, userId }))
  const prove = (place: 'first' | 'second', phone: string, by: 'text' | 'call') =>
    inOne((tx) => setVerifiedNumber(tx, place, { userId, phone, by, now: NOW }))

  expect(await holders(other.phone)).toEqual([{ holderId: other.userId, place: 'first' }])
  expect(await holders(other.second)).toEqual([{ holderId: other.userId, place: 'second' }])
  expect([await holders(me.phone), await holders(me.second)]).toEqual([[], []])
  const has = [me.phone, me.second, other.phone, other.second].map((phone) => hasNumber(db, { userId, phone }))
  expect(await Promise.all(has)).toEqual([true, true, false, false])

  // A number proven only by call takes no texts; one that once took a text still does.
  await prove('first', me.phone, 'call')
  expect(await numbersOf(userId)).toEqual([me.phone, true, false, me.second, true, false])
  await prove('first', FORMER, 'call')
  expect(await numbersOf(userId)).toEqual([FORMER, true, true, me.second, true, false])
  await prove('first', FORMER, 'call')
  await prove('second', '+12025550142', 'call')
  expect(await numbersOf(userId)).toEqual([FORMER, true, true, '+12025550142', true, true])
  await prove('first', FORMER, 'text')
  await inOne((tx) => setNumberLost(tx, 'first', { userId, now: NOW }))
  expect(await numbersOf(userId)).toEqual([FORMER, false, false, '+12025550142', true, true])
  await inOne((tx) => removeSecondNumber(tx, { userId, now: NOW }))
  expect(await numbersOf(userId)).toEqual([FORMER, false, false, null, false, false])
  expect(await numbersOf(other.userId)).toEqual(theirs)

  await inOne((tx) => setNumberLost(tx, 'first', { userId: other.userId, now: NOW }))
  await inOne((tx) => setNumberLost(tx, 'second', { userId: other.userId, now: NOW }))
  expect([await holders(other.phone), await holders(other.second)]).toEqual([[], []])
})

test('S70 S71 a number change counts for its own person, for the period asked about, and can be disowned once', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  const { me, other } = await twoPeople(db)
  const change = (userId: number, place: 'first' | 'second', formerPhone: string, now: number) =>
    inTransaction(db, (tx) => insertNumberChange(tx, { userId, place, formerPhone, tellsFormer: true, now }))
  const old = await change(me.userId, 'second', me.second, NOW - 1)
  const recent = await change(other.userId, 'first', FORMER, NOW)

  const wasChanged = (userId: number, since: number, formerPhone?: string) =>
    wasNumberChanged(db, { userId, since, ...(formerPhone === undefined ? {} : { formerPhone }) })
  expect([await wasChanged(other.userId, NOW - 1), await wasChanged(other.userId, NOW)]).toEqual([true, false])
  expect(await wasChanged(me.userId, 0)).toBe(false) // a second number doesn't count
  const from = [me.second, FORMER].map((phone) => wasChanged(me.userId, 0, phone))
  expect(await Promise.all(from)).toEqual([true, false])

  expect(await findNumberChange(db, old, NOW - 2)).toMatchObject({
    userId: me.userId,
    place: 'second',
    phone: me.second,
  })
  expect(await findNumberChange(db, old, NOW - 1)).toBeNull()
  expect(await findNumberChange(db, recent, NOW - 1)).toMatchObject({ userId: other.userId, phone: other.phone })
  const disown = (id: number) => inTransaction(db, (tx) => markDisowned(tx, id, NOW))
  expect([await disown(old), await disown(old), await disown(recent)]).toEqual([true, false, true])

  await deleteOld(db, 'number_changes', NOW)
  expect(await db.selectFrom('number_changes').select('id').execute()).toEqual([{ id: recent }])
})
