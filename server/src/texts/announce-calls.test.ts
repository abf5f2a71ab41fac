import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announceCalls } from './announce-calls.ts'
import { findAnnouncedAhead, markAnnounced, recordAnnouncement } from './announcements.sql.ts'

const NOW = Date.parse('2027-01-15T05:15:00Z')
const DUE = Date.parse('2027-01-15T05:30:00Z')
const PEOPLE = 250

test('CALL-9 everybody whose call is announced at one instant is texted at once', async () => {
  const database = await createTestDatabase()
  await using joined = await servicesOn(database, { now: NOW })
  const { db } = database
  const { enqueued, services } = joined
  await putPlannedCalls(db, { count: PEOPLE, dueAt: DUE })
  const set = (values: Updateable<Tables['occurrences']>, from: number, to: number) =>
    db.updateTable('occurrences').set(values).where('id', '>=', from).where('id', '<=', to).execute()
  await set({ announce_at: new Date(NOW) }, 1, PEOPLE)
  // The first calls are over, or ring now: they are taken along, but nobody is told. Two still have time.
  await set({ outcome: 'skipped' }, 1, 9)
  await set({ due_at: new Date(NOW) }, 10, 10)
  await set({ announce_at: new Date(NOW + 1) }, 11, 12)
  await announceCalls(services)
  expect(enqueued).toHaveLength(PEOPLE - 12)
  expect(enqueued).toContain('send-announcement 13')
  expect(enqueued).not.toContain('send-announcement 12')
  const left = await db
    .selectFrom('occurrences')
    .select('id')
    .where('announce_at', 'is not', null)
    .orderBy('id')
    .execute()
  expect(left.map(({ id }) => id)).toEqual([11, 12])
})

test('CALL-9 a text is sent once, before its call, to its own person, and SKIP means the announced call', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 5, dueAt: DUE })
  const people = await db.selectFrom('users').select(['id', 'phone']).orderBy('id').execute()
  const [first, second, skipped, uncallable, later] = people.map(({ id }) => id) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const set = (values: Updateable<Tables['occurrences']>, userId: number) =>
    db.updateTable('occurrences').set(values).where('user_id', '=', userId).execute()
  const occurrenceOf = async (userId: number) => {
    const { id } = await db
      .selectFrom('occurrences')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return id
  }
  const mark = async (userId: number, now = NOW) => {
    const token = `token of ${userId}`
    return (await markAnnounced(db, await occurrenceOf(userId), { token, now }))?.userId ?? null
  }
  const ahead = (userId: number, now = NOW) =>
    inTransaction(db, async (tx) => (await findAnnouncedAhead(tx, userId, now)).length)
  await set({ outcome: 'skipped' }, skipped)
  await db.updateTable('users').set({ phone_verified: false }).where('id', '=', uncallable).execute()

  expect([await mark(first), await mark(first)]).toEqual([first, null])
  expect([await mark(skipped), await mark(uncallable), await mark(second, DUE)]).toEqual([null, null, null])
  expect([await mark(later, DUE - 1), await ahead(first), await ahead(second)]).toEqual([later, 1, 0])
  await set({ outcome: 'skipped' }, first)
  expect([await ahead(first), await ahead(first, DUE)]).toEqual([1, 0]) // a repeated SKIP means that call again
  await set({ outcome: 'answered' }, first)
  expect(await ahead(first)).toBe(0)

  const told = async (userId: number, delivery: 'delivered' | 'failed') =>
    (await recordAnnouncement(db, `token of ${userId}`, { delivery, error: null }))?.userId ?? null
  expect([await told(first, 'failed'), await told(first, 'failed')]).toEqual([first, null])
  expect([await told(first, 'delivered'), await told(first, 'failed')]).toEqual([first, null])
  expect([await told(second, 'delivered'), await told(later, 'delivered')]).toEqual([null, later])
  expect(await told(later, 'delivered')).toBeNull()
})
