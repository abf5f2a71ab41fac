import { expect, test } from 'vitest'
import { startPlanned } from '../../test/harness/database/start-planned.ts'
import { zoneOf } from '../people/people.sql.ts'
import { deleteOld } from '../platform/database/delete-old.sql.ts'
import {
  callsOf,
  findCall,
  findOccurrence,
  isAmongFirstCalls,
  lockCall,
  occurrenceOf,
  readCalls,
  samplesSince,
} from './calls.sql.ts'
import { hasCall, listCallEvents, listHistory, waitAfter } from './history/history.sql.ts'
import { findFirmOffer, listRung } from './history/progress.sql.ts'
import { findAskingMorning } from './morning/asking-morning.sql.ts'
import { boundCarrierIds, recordNotLearnt, releaseLine, setAskAt, takeDueForReconciliation } from './reconcile.sql.ts'
import { appendCallEvents, isNoted } from './timeline.sql.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MINUTE_MS = 60_000

test("API-4 S24 CALL-10 a call is found by its own id and secret, in its own morning, and never in somebody else's history", async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, call, occurrence, addCall } = planned
  expect([(await findCall(db, 2))?.id, await findCall(db, 9)]).toEqual([2, null])
  expect((await inOne((tx) => lockCall(tx, 2)))?.id).toBe(2)
  expect((await inOne((tx) => findOccurrence(tx, { occurrenceId: 2 })))?.id).toBe(2)
  expect((await inOne((tx) => occurrenceOf(tx, { occurrenceId: 2 }))).id).toBe(2)
  await expect(inOne((tx) => occurrenceOf(tx, { occurrenceId: 9 }))).rejects.toThrow('is gone')
  expect([...(await readCalls(db, ['token2', 'token9'])).keys()]).toEqual(['token2'])
  await addCall(2, 2, { due_at: new Date(NOW + MINUTE_MS), stage: 'placed' })
  expect((await inOne((tx) => callsOf(tx, 2))).map(({ attempt }) => attempt)).toEqual([1, 2])

  const listed = async (userId: number, more: { before?: number; onlyId?: number } = {}) =>
    (await listHistory(db, { userId, ...more })).map(({ id }) => id)
  expect(await listed(2)).toEqual([4]) // planned calls aren't history
  await call(2, { stage: 'ended' })
  await call(1, { stage: 'leased', lease_owner: 'worker' })
  await call(3, { kind: 'sample' })
  expect([await listed(2), await listed(1), await listed(3)]).toEqual([[4, 2], [], [3]])
  expect([await listed(2, { before: 4 }), await listed(2, { onlyId: 2 }), await listed(2, { before: 3 })]).toEqual([
    [2],
    [2],
    [],
  ])
  expect([await hasCall(db, 2, 2), await hasCall(db, 2, 3), await hasCall(db, 2, 9)]).toEqual([true, false, false])

  await call(2, { ended_at: new Date(NOW) })
  await addCall(3, 2)
  const waits = [await waitAfter(db, 2), await waitAfter(db, 4), await waitAfter(db, 1), await waitAfter(db, 3)]
  expect(waits).toEqual([MINUTE_MS, null, null, null])

  // Calls that rang, with an outcome.
  const rung = async (userId: number) => (await listRung(db, userId)).map(({ outcome }) => outcome)
  expect(await rung(2)).toEqual([])
  await occurrence(2, { outcome: 'missed' })
  expect([await rung(2), await rung(1)]).toEqual([['missed'], []])
  await occurrence(2, { is_sample: true })
  expect(await rung(2)).toEqual([])
  await occurrence(1, { outcome: 'answered' })
  await db.deleteFrom('calls').where('occurrence_id', '=', 1).execute()
  expect(await rung(1)).toEqual([]) // another call settled it
  await db
    .updateTable('users')
    .set({ firm_offered_at: new Date(NOW) })
    .where('id', '=', 2)
    .execute()
  await db.updateTable('schedules').set({ proof: 'strict' }).where('id', '=', 2).execute()
  const offer = () => findFirmOffer(db, 2)
  expect(await offer()).toEqual({ answeredAt: NOW, proofs: ['strict'] })
  for (const over of [{ is_active: false }, { is_active: true, ended_at: new Date(NOW) }]) {
    await db.updateTable('schedules').set(over).where('id', '=', 2).execute()
    expect((await offer()).proofs).toEqual([])
  }
})

test("HIST-4 a timeline holds only its own call's events, and old events are deleted", async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed } = planned
  await appendCallEvents(db, [
    { callId: 1, at: NOW, kind: 'placed', detail: 'one' },
    { callId: 2, at: NOW - 1, kind: 'ended' },
    { callId: 9, at: NOW, kind: 'ended' }, // its account was deleted in the meantime
  ])
  expect(await listCallEvents(db, 1)).toEqual([{ at: NOW, kind: 'placed', detail: 'one' }])
  expect([await isNoted(db, 1, 'one'), await isNoted(db, 1, 'two'), await isNoted(db, 2, 'one')]).toEqual([
    true,
    false,
    false,
  ])
  expect(await changed((tx) => deleteOld(tx, 'call_events', NOW))).toEqual(['call_events 2'])
})

test('WAKE-3 the first three calls to a number say how to stop them, not counting samples, planned calls or other numbers', async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, call, addCall } = planned
  const phones = await db.selectFrom('users').select('phone').orderBy('id').execute()
  const isFirst = (id: number | null, isForSecond = false) =>
    inOne((tx) => isAmongFirstCalls(tx, { id, userId: 1, isForSecond }))
  const called = { stage: 'ended', marked_at: new Date(NOW), phone: phones[0]!.phone } as const
  await call(1, called)
  for (const attempt of [2, 3]) await addCall(1, attempt, called)
  await call(2, { ...called, phone: phones[1]!.phone })
  await addCall(1, 4, { ...called, kind: 'sample' })
  await addCall(1, 5, { phone: phones[0]!.phone })
  expect([await isFirst(1), await isFirst(null)]).toEqual([true, false]) // three came before the next call, two before the last
  await call(1, { marked_at: null })
  expect(await isFirst(null)).toBe(true)
  await addCall(1, 6, called)
  await addCall(1, 7, called)
  expect([await isFirst(1), await isFirst(1, true)]).toEqual([false, false])
  await db
    .updateTable('users')
    .set({ second_phone: '+13035551001', second_phone_verified: true })
    .where('id', '=', 1)
    .execute()
  expect(await isFirst(1, true)).toBe(true)
})

test('CALL-3 CALL-14 the calls due for a lookup are found by stage, and finding them changes nothing', async () => {
  await using planned = await startPlanned(NOW)
  const { db, changed, inOne, call } = planned
  await call(1, { stage: 'placed', ask_at: new Date(NOW), holds_line: true, carrier_call_id: 'CA1' })
  await call(2, { stage: 'in_doubt', ask_at: new Date(NOW), holds_line: true, carrier_call_id: 'CA2' })
  await call(3, { stage: 'placed', ask_at: new Date(NOW + 1), holds_line: true })
  const take = async (at: 'placed' | 'in_doubt', now = NOW) =>
    (await takeDueForReconciliation(db, now, { at, limit: 9, againAfterMs: 5 })).map(({ id, asks }) => [id, asks])
  expect([await take('placed', NOW - 1), await take('placed'), await take('placed')]).toEqual([[], [[1, 1]], []])
  expect(await take('in_doubt')).toEqual([[2, 1]])
  expect((await take('placed', NOW + 5)).toSorted()).toEqual([
    [1, 2],
    [3, 1],
  ])
  expect(await boundCarrierIds(db, ['CA1', 'CA9'])).toEqual(new Set(['CA1']))
  expect(await changed((tx) => setAskAt(tx, 2, NOW + 9))).toEqual(['calls 2'])
  expect(await changed((tx) => recordNotLearnt(tx, 2))).toEqual(['calls 2'])
  const isNew = [1, 2].map((id) => inOne((tx) => recordNotLearnt(tx, id)))
  expect(await Promise.all(isNew)).toEqual([true, false])
  expect(await changed((tx) => releaseLine(tx, 2))).toEqual(['calls 2'])
  await call(3, { stage: 'ended', holds_line: false })
  expect(await changed((tx) => setAskAt(tx, 3, NOW + 9))).toEqual([])
  await call(1, { stage: 'dialling' })
  expect(await changed((tx) => releaseLine(tx, 1))).toEqual([])
})

test("WAKE-16 CALL-12 only a person's own morning in progress, own samples and own zone are found", async () => {
  await using planned = await startPlanned(NOW)
  const { db, inOne, call, occurrence, addCall } = planned
  const asking = async (now = NOW, userId = 2) => (await findAskingMorning(db, userId, now))?.call.id ?? null
  expect(await asking()).toBeNull() // no call yet
  await call(1, { stage: 'placed' })
  await call(2, { stage: 'ended' })
  await addCall(2, 2)
  expect([await asking(), await asking(NOW + 70 * MINUTE_MS - 1), await asking(NOW + 70 * MINUTE_MS)]).toEqual([
    2,
    2,
    null,
  ])
  for (const [values, back] of [
    [{ is_sample: true }, { is_sample: false }],
    [{ outcome: 'answered' }, { outcome: null }],
    [{ stopped_at: new Date(NOW) }, { stopped_at: null }],
  ] as const) {
    await occurrence(2, values)
    expect(await asking()).toBeNull()
    await occurrence(2, back)
  }
  await call(2, { confirmed_at: new Date(NOW) })
  expect(await asking()).toBeNull()
  for (const stage of ['dialling', 'in_doubt'] as const) {
    await call(1, { stage })
    expect(await asking(NOW, 1)).toBeNull()
  }

  const samples = (since: number) => inOne((tx) => samplesSince(tx, 3, since))
  await occurrence(1, { is_sample: true })
  expect(await samples(NOW - 1)).toEqual({ underWay: false, startedAt: [] })
  await occurrence(3, { is_sample: true })
  expect([await samples(NOW - 1), await samples(NOW)]).toEqual([
    { underWay: true, startedAt: [NOW] },
    { underWay: false, startedAt: [] },
  ])
  await occurrence(3, { outcome: 'missed' })
  expect((await samples(NOW - 1)).underWay).toBe(false)
  await db.updateTable('schedules').set({ timezone: 'Asia/Tokyo' }).where('user_id', '=', 3).execute()
  expect([await zoneOf(db, 3), await zoneOf(db, 9)]).toEqual(['Asia/Tokyo', null])
})
