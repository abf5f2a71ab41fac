import { zoneDataVersion } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startPlanned } from '../../../test/harness/database/start-planned.ts'
import { listOutdated, listOutdatedDue, lockSchedulesDue, moveCursors } from './cursors.sql.ts'
import {
  deleteExcessUndialled,
  readOccurrence,
  insertOccurrences,
  isCallUnderWay,
  noteTold,
  noticeDetails,
  openOccurrencesOf,
  otherOpenOccurrences,
  readWithCalls,
  reopenOccurrence,
  stopOccurrence,
  writeConfirmed,
  writeOutcome,
} from './occurrences.sql.ts'
import {
  deleteUndialled,
  endLeases,
  failUndialled,
  lockCallsOf,
  lockOpenCallsOf,
  prepareAnew,
  setVoiceOfPlannedCalls,
} from './planned-calls.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')

test('CALL-2 S24 each write to an occurrence and its calls touches no other', async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed, inOne, call, addCall } = planned
  expect(await changed((tx) => stopOccurrence(tx, 1, NOW))).toEqual(['occurrences 1'])
  expect(await changed((tx) => writeConfirmed(tx, 1, NOW))).toEqual(['occurrences 1'])
  expect(await changed((tx) => writeOutcome(tx, 1, 'missed', NOW))).toEqual(['occurrences 1'])
  const isFirst = [1, 3].map((id) => inOne((tx) => writeOutcome(tx, id, 'failed', NOW)))
  expect(await Promise.all(isFirst)).toEqual([false, true])
  await db.updateTable('occurrences').set({ outcome: null }).where('id', '=', 3).execute()
  expect(await changed((tx) => noteTold(tx, 1, 'missed'))).toEqual(['occurrences 1'])
  expect(await inOne((tx) => noteTold(tx, 1, 'missed'))).toBe(false)
  expect(await inOne((tx) => noteTold(tx, 1, 'failed'))).toBe(true)

  for (const id of [1, 2, 3]) expect((await inOne((tx) => readOccurrence(tx, id))).id).toBe(id)
  expect((await inOne((tx) => openOccurrencesOf(tx, 2))).map(({ id }) => id)).toEqual([2])
  expect(await inOne((tx) => openOccurrencesOf(tx, 1))).toEqual([]) // it already has its outcome
  expect((await inOne((tx) => lockCallsOf(tx, 2))).map(({ id }) => id)).toEqual([2])
  const read = await inOne((tx) => readWithCalls(tx, 2))
  expect(read.occurrence).toMatchObject({ id: 2, dueAt: NOW })
  const asPlanned = { attempt: 1, stage: 'planned', kind: 'first', status: 'pending', dueAt: NOW, standing: 2 }
  expect(read.calls).toEqual([expect.objectContaining({ ...asPlanned, endedAt: null, snoozed: false, tasks: [] })])
  await expect(inOne((tx) => readWithCalls(tx, 9))).rejects.toThrow('has no call')
  expect((await inOne((tx) => lockOpenCallsOf(tx, 2))).map(({ id }) => id)).toEqual([2])
  expect(await inOne((tx) => lockOpenCallsOf(tx, 1))).toEqual([])

  await call(2, { stage: 'leased', lease_owner: 'worker' })
  await addCall(2, 2, { stage: 'ended' })
  expect((await inOne((tx) => lockOpenCallsOf(tx, 2))).map(({ id }) => id)).toEqual([2])
  await call(3, { slot_at: new Date(NOW) }) // its slot in the carrier's rate
  const open = { dueAt: NOW }
  expect(
    await changed((tx) =>
      endLeases(tx, [
        { id: 2, stage: 'leased', ...open },
        { id: 3, stage: 'planned', ...open },
      ]),
    ),
  ).toEqual(['calls 2'])
  expect(await changed((tx) => setVoiceOfPlannedCalls(tx, 2, 'lily'))).toEqual(['calls 2'])
  expect(await changed((tx) => prepareAnew(tx, 2, NOW))).toEqual(['calls 2'])
  expect(await changed((tx) => deleteUndialled(tx, [2]))).toEqual(['calls 2']) // the ended call stays
  expect(await changed((tx) => failUndialled(tx, [3], 'too-late', NOW))).toEqual(['call_events 1', 'calls 3'])
})

test('CALL-10 a premature outcome is reopened, but never one that its person chose', async () => {
  await using planned = await startPlanned(NOW)
  const { changed, call, occurrence, addCall } = planned
  const reopened = () => changed((tx) => reopenOccurrence(tx, 1))
  for (const outcome of ['skipped', 'cancelled'] as const) {
    await occurrence(1, { outcome })
    expect(await reopened()).toEqual([])
  }
  await occurrence(2, { outcome: 'missed' })
  await occurrence(1, { outcome: 'missed' })
  expect(await reopened()).toEqual(['occurrences 1'])
  await occurrence(1, { outcome: 'answered', confirmed_at: new Date(NOW) })
  await call(2, { confirmed_at: new Date(NOW) })
  expect(await reopened()).toEqual([]) // another occurrence's call confirmed it
  await addCall(1, 2, { stage: 'ended' })
  expect(await reopened()).toEqual([])
  await call(1, { confirmed_at: new Date(NOW) })
  expect(await reopened()).toEqual(['occurrences 1'])
})

test('SCHED-8 SCHED-9 an occurrence canceled before its time can be planned again, without a second announcement', async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, occurrence } = planned
  const row = {
    userId: 1,
    timezone: 'UTC',
    callRetry: true,
    proof: 'gentle',
    snoozeMinutes: 9,
    snoozeLimit: 3,
  } as const
  const plan = (outcome: 'skipped' | null, now = NOW - 1) =>
    inOne((tx) =>
      insertOccurrences(
        tx,
        [{ ...row, scheduleId: 1, dueAt: NOW, isSample: false, announceAt: NOW - 5, outcome }],
        now,
      ),
    )
  await db.deleteFrom('calls').where('occurrence_id', '=', 1).execute()
  expect(await plan(null)).toEqual([]) // still open
  await occurrence(1, { outcome: 'missed' })
  expect(await plan(null)).toEqual([])
  await occurrence(1, { outcome: 'skipped' })
  expect(await plan('skipped')).toEqual([])
  expect(await plan(null, NOW)).toEqual([])
  expect(await plan(null)).toMatchObject([{ id: 1, outcome: null }])
  const announceAt = async () =>
    (await db.selectFrom('occurrences').select('announce_at').where('id', '=', 1).executeTakeFirstOrThrow()).announce_at
  expect(await announceAt()).toBe(NOW - 5)
  const outcomeAt = () => db.selectFrom('occurrences').select(['outcome', 'outcome_at']).where('id', '=', 1).execute()
  expect(await outcomeAt()).toEqual([{ outcome: null, outcome_at: null }])
  await occurrence(1, { outcome: 'cancelled' })
  await plan('skipped')
  expect(await outcomeAt()).toEqual([{ outcome: 'skipped', outcome_at: NOW - 1 }])
  await occurrence(1, { outcome: 'cancelled', announced_at: new Date(NOW - 5) })
  expect(await plan(null)).toHaveLength(1)
  expect(await announceAt()).toBeNull()
  await occurrence(1, { outcome: 'cancelled' })
  await sql`update calls set occurrence_id = 1, attempt = 2 where id = 2`.execute(db)
  expect(await plan(null)).toEqual([]) // one of its calls remains
})

test("SCHED-8 an occurrence planned again takes its schedule's current options", async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, occurrence } = planned
  await db.deleteFrom('calls').where('occurrence_id', '=', 1).execute()
  const common = {
    scheduleId: 1,
    userId: 1,
    dueAt: NOW,
    timezone: 'UTC',
    isSample: false,
    announceAt: null,
    outcome: null,
  }
  const wanted = [
    { callRetry: true, proof: 'gentle', snoozeMinutes: 9, snoozeLimit: 3 },
    { callRetry: false, proof: 'firm', snoozeMinutes: 5, snoozeLimit: 1 },
  ] as const
  for (const choices of wanted) {
    await occurrence(1, { outcome: 'cancelled' })
    await inOne((tx) => insertOccurrences(tx, [{ ...common, ...choices }], NOW - 1))
    expect(await inOne((tx) => readOccurrence(tx, 1))).toMatchObject(choices)
  }
})

test('S64 of canceled undialed occurrences only the newest are kept; those that rang, are open or lie ahead all stay', async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed, call, addCall } = planned
  await sql`
    insert into occurrences (user_id, due_at, timezone, call_retry, outcome, created_at)
    select owner, ${new Date(NOW - 1)}::timestamptz + ahead * interval '1 ms', 'UTC', true, outcome, now()
    from (values (1, 0, 'skipped'), (1, 0, 'skipped'), (1, 0, 'skipped'), (1, 0, null), (1, 1, 'skipped'), (2, 0, 'skipped'), (2, 0, 'skipped'))
      as made (owner, ahead, outcome)`.execute(db)
  const rang = sql`update calls set occurrence_id = 4, attempt = 9, marked_at = now() where id = 3`
  await rang.execute(db)
  await call(2, { marked_at: new Date(NOW) })
  await addCall(1, 8)
  await sql`update calls set occurrence_id = 5 where attempt = 8`.execute(db) // planned but never dialed
  const thinned = (most: number) => changed((tx) => deleteExcessUndialled(tx, { most, before: NOW }))
  expect(await thinned(2)).toEqual([])
  expect(await thinned(1)).toEqual(['calls 4', 'occurrences 5', 'occurrences 9'])
})

test("CALL-14 SHELL-11 other open, active or coming calls count only if they are the person's own", async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, call, occurrence, schedule } = planned
  const others = async (now: number, windowMs = 100) =>
    (await inOne((tx) => otherOpenOccurrences(tx, { userId: 1, exceptId: 1, now, windowMs }))).map(({ id }) => id)
  expect(await others(NOW)).toEqual([])
  await occurrence(2, { user_id: 1 })
  expect([await others(NOW - 1), await others(NOW), await others(NOW + 100), await others(NOW + 101)]).toEqual([
    [],
    [2],
    [2],
    [],
  ])
  await occurrence(2, { is_sample: true })
  expect(await others(NOW)).toEqual([])
  await occurrence(2, { is_sample: false, outcome: 'missed' })
  expect(await others(NOW)).toEqual([])

  const underWay = (id: number, now = NOW - 1) => inOne((tx) => isCallUnderWay(tx, id, now))
  await call(3, { stage: 'placed' })
  expect([await underWay(1), await underWay(3), await underWay(1, NOW)]).toEqual([false, true, true])
  await occurrence(3, { outcome: 'missed' })
  expect(await underWay(3)).toBe(false)

  const isLast = async (id: number) => (await inOne((tx) => noticeDetails(tx, id))).isLast
  expect(await isLast(3)).toBe(false)
  await schedule(3, { is_active: false })
  expect([await isLast(3), await isLast(1)]).toEqual([true, false])
  await db.updateTable('users').set({ phone_verified: false }).where('id', '=', 1).execute()
  expect(await isLast(1)).toBe(true)
})

test('SCHED-13 the planner takes due schedules of our zone data, and finds those planned by older data separately', async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed, inOne, schedule } = planned
  for (const id of [1, 2, 3]) await schedule(id, { next_due_at: new Date(NOW + id), zone_data: zoneDataVersion })
  const due = async (until: number) => (await inOne((tx) => lockSchedulesDue(tx, until, 10))).map(({ id }) => id)
  expect([await due(NOW + 1), await due(NOW + 2), await due(NOW + 9)]).toEqual([[], [1], [1, 2, 3]])
  await schedule(1, { zone_data: '2020a' })
  expect(await due(NOW + 9)).toEqual([2, 3])
  const outdated = async () => [
    (await listOutdatedDue(db, NOW + 9, 10)).map(({ id }) => id),
    (await listOutdated(db, 0, 10)).map(({ id }) => id),
  ]
  expect(await outdated()).toEqual([[1], [1]])
  expect([await listOutdatedDue(db, NOW + 1, 10), await listOutdated(db, 1, 10)]).toEqual([[], []])
  await schedule(1, { is_active: false })
  expect(await outdated()).toEqual([[], []])
  await schedule(1, { is_active: true, ended_at: new Date(NOW) })
  expect(await outdated()).toEqual([[], []])

  const cursors = [
    { id: 3, nextDueAt: null, eveNoticeAt: NOW },
    { id: 1, nextDueAt: NOW + 5, eveNoticeAt: null },
  ]
  expect(await changed((tx) => moveCursors(tx, cursors))).toEqual(['schedules 1', 'schedules 3'])
  const moved = await db
    .selectFrom('schedules')
    .select(['next_due_at', 'clock_notice_at'])
    .where('id', '<>', 2)
    .orderBy('id')
    .execute()
  expect(moved.map(({ next_due_at, clock_notice_at }) => [next_due_at, clock_notice_at])).toEqual([
    [NOW + 5, null],
    [null, NOW],
  ])
})
