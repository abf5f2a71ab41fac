import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import { findCalendarOwner, plannedFirstCalls } from './calendar/calendar.sql.ts'
import { crowdedMinutes, untoldInMinute } from './crowded-minutes.sql.ts'
import { daysOffOfAll, forgetDaysOff, insertDaysOff, listDaysOff, removeDaysOffById } from './days-off/days-off.sql.ts'
import { forgetNotes } from './schedules.sql.ts'

test('WAKE-24 S24 days off belong to their person, and are deleted the day after the last', async () => {
  await using planned = await startPlanned(Date.parse('2027-01-15T05:30:00Z'))
  const { db, changed, inOne } = planned
  const put = (userId: number, scheduleId: number | null, from: string, to: string) =>
    inOne((tx) => insertDaysOff(tx, userId, { scheduleId, from, to, name: null }, 0))
  for (const userId of [1, 2]) await put(userId, null, '2027-01-15', '2027-01-16')
  await put(1, 1, '2027-01-14', '2027-01-20')
  const listed = async (since: string) => (await listDaysOff(db, 1, since)).map(({ id }) => id)
  expect([await listed('2027-01-16'), await listed('2027-01-17')]).toEqual([[3, 1], [3]])
  expect(await daysOffOfAll(db, 1)).toEqual([{ from: '2027-01-15', to: '2027-01-16' }])
  expect(await inOne((tx) => removeDaysOffById(tx, 1, 2))).toBe(false)
  expect(await changed(async (tx) => expect(await removeDaysOffById(tx, 1, 1)).toBe(true))).toEqual(['days_off 1'])
  expect(await changed((tx) => forgetDaysOff(tx, '2027-01-16'))).toEqual([])
  expect(await changed((tx) => forgetDaysOff(tx, '2027-01-17'))).toEqual(['days_off 2'])
})

test('WAKE-26 a note is deleted once its morning has passed, and no other schedule changes', async () => {
  const at = Date.parse('2027-01-15T05:30:00Z')
  await using planned = await startPlanned(at)
  const { changed, schedule } = planned
  await schedule(2, { note: 'exam at 9', note_at: new Date(at) })
  expect(await changed((tx) => forgetNotes(tx, at))).toEqual([])
  expect(await changed((tx) => forgetNotes(tx, at + 1))).toEqual(['schedules 2'])
})

test("ACCT-4 S54 a calendar opens with its own secret, and holds its person's coming first calls", async () => {
  const at = Date.parse('2027-01-15T05:30:00Z')
  await using planned = await startPlanned(at)
  const { db, call, addCall } = planned
  for (const id of [1, 2])
    await db
      .updateTable('users')
      .set({ calendar_hash: hashOfSecret(`of ${id}`) })
      .where('id', '=', id)
      .execute()
  expect([await findCalendarOwner(db, 'of 2'), await findCalendarOwner(db, 'of 3')]).toEqual([2, null])
  await addCall(2, 2)
  expect(await plannedFirstCalls(db, 2)).toEqual([{ scheduleId: 2, dueAt: at }])
  await call(2, { stage: 'placed' })
  expect(await plannedFirstCalls(db, 2)).toEqual([])
})

test('S85 CALL-11 a minute counts only calls that will ring in it and people not told before', async () => {
  const at = Date.parse('2027-01-15T05:30:00Z')
  const minute = 60_000
  await using planned = await startPlanned(at)
  const { db, inOne, schedule } = planned
  for (const id of [1, 2, 3]) await schedule(id, { next_due_at: new Date(at + id) })
  // Calls of the minutes before and after must not count.
  await sql`
    insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, created_at, updated_at, next_due_at)
    select user_id, wakeup_time, timezone, true, weekdays, true, false, now(), now(), ${new Date(at)}::timestamptz + away
    from schedules, unnest(array[interval '-1 ms', interval '1 minute']) as away where id = 1`.execute(db)
  const minutes = (from = at, until = at + minute, most = 2) => crowdedMinutes(db, { from, until, most })
  const untold = async (since = at) =>
    (await inOne((tx) => untoldInMinute(tx, { at, since, limit: 9 }))).map(({ userId }) => userId)
  expect([await minutes(at - minute, at + 2 * minute), await untold()]).toEqual([[{ at, calls: 3 }], [1, 2, 3]])
  expect([await minutes(at + 2), await minutes(at, at + 3), await minutes(at, at + minute, 3)]).toEqual([[], [], []])
  await schedule(3, { next_due_at: new Date(at + minute) })
  expect([await minutes(at, at + 9 * minute), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { next_due_at: new Date(at - 1) })
  expect([await minutes(at - minute, at + minute), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { next_due_at: new Date(at + 3), is_active: false })
  expect([await minutes(), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { is_active: true, skipped_calls: [new Date(at + 3)] })
  expect([await minutes(), await untold()]).toEqual([[], [1, 2]])
  await schedule(3, { skipped_calls: [new Date(at)] })
  await db.updateTable('users').set({ phone_verified: false }).where('id', '=', 2).execute()
  expect([await minutes(), await untold()]).toEqual([[], [1, 3]])
  for (const [userId, kind, told] of [
    [1, 'minute-crowded', at],
    [3, 'minute-crowded', at + 1],
    [1, 'call-missed', at + 1],
  ] as const)
    await db
      .insertInto('notices')
      .values({ user_id: userId, kind, detail: '{}', created_at: new Date(told) })
      .execute()
  expect(await untold()).toEqual([1])
})
