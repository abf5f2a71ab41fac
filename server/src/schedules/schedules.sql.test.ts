import type { ChosenSchedule, Schedule } from '@reveille/core/schedules/schedule'
import { zoneDataVersion } from '@reveille/core/time/time-zone'
import { sql, type Updateable } from 'kysely'
import { expect, test } from 'vitest'
import { changedRows } from '../../test/harness/database/changed-rows.ts'
import { putPlannedCalls } from '../../test/harness/database/put-planned-calls.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { takeEveNotices } from './planner/cursors.sql.ts'
import { endOneTimeSchedule } from './planner/occurrences.sql.ts'
import {
  findSchedule,
  hasSchedule,
  insertSchedule,
  listSchedules,
  lockSchedules,
  setAllActive,
  readSchedule,
  removeSchedule,
  setSkipped,
  takeEndedSchedules,
  writeSchedule,
} from './schedules.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MINUTE_MS = 60_000

const CHOSEN: ChosenSchedule = {
  name: 'Gym',
  wakeupTime: '07:00',
  times: {},
  timezone: 'UTC',
  isRecurring: true,
  weekdays: ['mon'],
  cycle: null,
  date: null,
  oneTimeAt: null,
  callRetry: true,
  advanceNotice: false,
  proof: 'firm',
  snoozeMinutes: 9,
  snoozeLimit: 3,
}

const set = (db: Database, id: number, values: Updateable<Tables['schedules']>) =>
  db.updateTable('schedules').set(values).where('id', '=', id).execute()
const inOne = <T>(db: Database, work: (tx: Tx) => Promise<T>) => inTransaction(db, work)

/** Three people with a schedule and a planned call each. The first person has a second schedule. */
async function startWithSchedules(db: Database) {
  await putPlannedCalls(db, { count: 3, dueAt: NOW })
  const more = sql`insert into schedules (user_id, wakeup_time, timezone, is_recurring, weekdays, call_retry, advance_notice, created_at, updated_at)
    select user_id, '05:00', timezone, true, weekdays, true, false, now(), now() from schedules where id = 1`
  await more.execute(db)
}

test('SCHED-8 SCHED-9 S24 each change of a schedule touches no other, whoever owns it', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await startWithSchedules(db)
  await set(db, 4, { ended_at: new Date(NOW) })
  const changed = (work: (tx: Tx) => Promise<unknown>) => changedRows(db, work)
  const read = (id: number) => inOne(db, (tx) => readSchedule(tx, id))
  const write = (schedule: Schedule) =>
    changed((tx) => writeSchedule(tx, schedule, { now: NOW + 9, eveNoticeAt: NOW + 1 }))
  await set(db, 1, { zone_data: '2020a' })
  const planned = { skippedCalls: [NOW], note: 'exam', noteAt: NOW, nextDueAt: NOW + 5 }
  const written = { ...(await read(1)), ...CHOSEN, ...planned, version: 7 }
  expect(await write(written)).toEqual(['schedules 1'])
  expect(await read(1)).toEqual({ ...written, updatedAt: NOW + 9, zoneData: zoneDataVersion })
  const { clock_notice_at: eveNoticeAt } = await db
    .selectFrom('schedules')
    .select('clock_notice_at')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(eveNoticeAt).toBe(NOW + 1)
  expect(await write({ ...(await read(2)), isActive: false })).toEqual(['schedules 2'])
  expect((await read(2)).isActive).toBe(false)
  expect(await changed((tx) => setSkipped(tx, 2, [NOW]))).toEqual(['schedules 2'])
  const paused = async (tx: Tx) => expect(await setAllActive(tx, 1, false)).toEqual([1])
  expect(await changed(paused)).toEqual(['schedules 1'])
  expect(await inOne(db, (tx) => setAllActive(tx, 1, false))).toEqual([]) // already paused
  expect(await inOne(db, (tx) => setAllActive(tx, 1, true, [3]))).toEqual([])
  expect(await changed((tx) => setAllActive(tx, 1, true, [1, 3]))).toEqual(['schedules 1'])
  expect(await changed((tx) => removeSchedule(tx, 3))).toEqual(['occurrences 3', 'schedules 3'])

  const found = await inOne(db, async (tx) => [
    await readSchedule(tx, 2),
    await findSchedule(tx, 2),
    await findSchedule(tx, 3),
  ])
  expect(found.map((schedule) => schedule?.id)).toEqual([2, 2, undefined])
  const has = (userId: number, id: number) => inOne(db, (tx) => hasSchedule(tx, { userId, id }))
  expect([await has(1, 1), await has(1, 2), await has(1, 4)]).toEqual([true, false, true]) // 4 has ended
  const locked = await inOne(db, (tx) => lockSchedules(tx, 1, NOW))
  expect(locked).toMatchObject([{ id: 1, name: 'Gym', skippedCalls: [NOW] }])
})

test('SCHED-13 a new schedule records the zone data that computed its cursor', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await putPlannedCalls(db, { count: 1, dueAt: NOW })
  await sql`alter table schedules alter column zone_data set default '2020a'`.execute(db) // as an older version set it
  const cursor = { nextDueAt: NOW + 5, eveNoticeAt: NOW + 1 }
  const added = await inOne(db, (tx) => insertSchedule(tx, 1, CHOSEN, { now: NOW, ...cursor }))
  const made = { userId: 1, isActive: true, version: 1, createdAt: NOW, updatedAt: NOW }
  expect(added).toMatchObject({ ...CHOSEN, ...made, nextDueAt: NOW + 5, zoneData: zoneDataVersion })
  expect(await inOne(db, (tx) => takeEveNotices(tx, NOW + 1, 9))).toMatchObject([{ id: added.id }])
})

test("DASH-4 SCHED-12 the list shows one's own schedules, each with its own coming and latest calls", async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await startWithSchedules(db)
  const list = (userId: number, onlyId?: number) => listSchedules(db, { userId, now: NOW, onlyId })
  await sql`
    insert into calls (occurrence_id, user_id, attempt, kind, due_at, dial_at, token, voice, created_at, stage, failure, marked_at, carrier_call_id)
    select owner, owner, attempt, kind, ${new Date(NOW)}::timestamptz + attempt * interval '1 minute', now(), owner || '/' || attempt, 'liam', now(),
      stage, failure, ${new Date(NOW)}::timestamptz + marked * interval '1 minute', 'CA' || owner || attempt
    from (values (1, 2, 'retry', 'ended', 'carrier-failed', 1), (1, 3, 'snooze', 'planned', null, null), (1, 4, 'retry', 'planned', null, null),
      (1, 5, 'retry', 'placed', null, -1), (3, 2, 'retry', 'ended', 'carrier-failed', 9)) as more (owner, attempt, kind, stage, failure, marked)
  `.execute(db)

  expect((await list(1)).map(({ id }) => id)).toEqual([4, 1]) // sorted by time
  expect(await list(1, 1)).toMatchObject([
    {
      plannedAt: NOW,
      followUpAt: NOW + 3 * MINUTE_MS,
      followUpKind: 'snooze',
      followUpAfterFault: true,
      lastCalled: NOW + 2 * MINUTE_MS, // marked just before it was due
      lastCallSid: 'CA12',
    },
  ])
  const nothing = {
    followUpAt: null,
    followUpKind: null,
    followUpAfterFault: false,
    lastCalled: null,
    lastCallSid: null,
  }
  expect(await list(1, 4)).toMatchObject([{ plannedAt: null, ...nothing }])
  expect(await list(2)).toMatchObject([{ id: 2, plannedAt: NOW, ...nothing }])
  await set(db, 4, { is_active: false })
  expect((await list(1)).map(({ id }) => id)).toEqual([1, 4])

  await sql`
    insert into days_off (user_id, schedule_id, from_date, to_date, created_at)
    values (1, null, '2027-02-02', '2027-02-03', now()), (1, 4, '2027-02-01', '2027-02-01', now()), (2, null, '2027-03-01', '2027-03-01', now())
  `.execute(db)
  const days = async (id: number) => (await inOne(db, (tx) => readSchedule(tx, id))).daysOff.map(({ from }) => from)
  expect([await days(1), await days(4), await days(3)]).toEqual([['2027-02-02'], ['2027-02-01', '2027-02-02'], []])

  // A follow-up after an unanswered call doesn't count as one after a fault.
  await db.updateTable('calls').set({ failure: 'busy' }).where('attempt', '=', 2).execute()
  await db.updateTable('calls').set({ failure: 'broke-off' }).where('attempt', '=', 5).execute()
  expect(await list(1, 1)).toMatchObject([{ followUpAfterFault: false }])
})

test('SCHED-10 a one-time schedule ends with its call, or when its time passes without one, and that is reported once', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await startWithSchedules(db)
  const once = { is_recurring: false, date: '2027-01-15', weekdays: [], one_time_at: new Date(NOW) }
  for (const id of [1, 2, 3]) await set(db, id, once)
  const isListed = async (userId: number, now = NOW) =>
    (await listSchedules(db, { userId, now, onlyId: userId })).length > 0
  const take = (now: number) => inOne(db, (tx) => takeEndedSchedules(tx, now, 10))
  const of = (id: number, values: Updateable<Tables['occurrences']>) =>
    db.updateTable('occurrences').set(values).where('schedule_id', '=', id).execute()

  expect([await isListed(1, NOW - 1), await isListed(1)]).toEqual([true, true]) // its call is still open
  expect(await take(NOW)).toEqual([])
  await of(1, { outcome: 'missed' })
  expect([await isListed(1, NOW - 1), await isListed(1), await isListed(2)]).toEqual([true, false, true])
  // Another of its calls isn't the one it was made for.
  await of(2, { outcome: 'cancelled', due_at: new Date(NOW - 1) })
  expect(await isListed(2)).toBe(false)
  await set(db, 2, { next_due_at: new Date(NOW) })
  expect(await isListed(2)).toBe(true)
  await set(db, 2, { is_active: false })
  expect(await isListed(2)).toBe(false)

  expect(await take(NOW - 1)).toEqual([])
  const taken = await take(NOW)
  expect(taken.map(({ id }) => id).toSorted()).toEqual([1, 2])
  expect(await take(NOW)).toEqual([])

  const end = (id: number, dueAt: number) => (tx: Tx) =>
    endOneTimeSchedule(tx, id, { dueAt, at: NOW + 1, isTold: false })
  expect(await changedRows(db, end(3, NOW - 1))).toEqual([])
  expect(await changedRows(db, end(3, NOW))).toEqual(['schedules 3'])
  const again = (tx: Tx) => endOneTimeSchedule(tx, 3, { dueAt: NOW, at: NOW + 2, isTold: false })
  expect(await changedRows(db, again)).toEqual([])
  expect([await isListed(3, NOW - 1), (await take(NOW)).map(({ id }) => id)]).toEqual([false, [3]])
})

test('SCHED-13 the evening notice is due at its time, and is taken once', async () => {
  await using database = await createTestDatabase()
  const { db } = database
  await startWithSchedules(db)
  await set(db, 1, { clock_notice_at: new Date(NOW) })
  await set(db, 2, { clock_notice_at: new Date(NOW + 1) })
  const take = async (now: number) => (await inOne(db, (tx) => takeEveNotices(tx, now, 10))).map(({ id }) => id)
  expect([await take(NOW), await take(NOW), await take(NOW + 1)]).toEqual([[1], [], [2]])
})
