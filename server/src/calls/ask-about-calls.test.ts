import type { CarrierEvent } from '@reveille/core/calls/call-lifecycle'
import { nextAskAt } from '@reveille/core/calls/in-doubt-policy'
import { expect, test } from 'vitest'
import { logged, startCalls } from '../../test/harness/app/start-calls.ts'
import { CarrierError, type CarrierCall } from '../carrier/carrier.ts'
import { reconcileCalls } from './reconcile.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const at = new Date(NOW)
/** How long after its time a call can be dialed at the latest, and can still ring unanswered. */
const CUT_OFF_MS = 10 * MINUTE_MS
const OVER_MS = CUT_OFF_MS + MINUTE_MS
const refusal = new CarrierError('asking about a call', 503, null)

const listed = (carrierCallId: string, createdAt: number | null, event: CarrierEvent): CarrierCall => ({
  carrierCallId,
  createdAt,
  event,
})
const ringing: CarrierEvent = { type: 'ringing', at: NOW }
const over: CarrierEvent = { type: 'ended', at: NOW, how: 'no-answer', talkedS: null }

/** Three people's calls, and a carrier that knows what a test says. `late` is how long ago a call was due. */
async function startAsking() {
  const log = logged()
  const calls: CarrierCall[] = []
  const known = new Map<string, CarrierEvent | Error>()
  const ended: string[] = []
  const asked: string[] = []
  const carrier = {
    async recentCalls(to: string, formerly: readonly string[] = []) {
      asked.push([to, ...formerly].join(' from '))
      return calls
    },
    async fetchCall(carrierCallId: string) {
      const event = known.get(carrierCallId)
      if (event instanceof Error) throw event
      return event === undefined ? null : listed(carrierCallId, NOW, event)
    },
    endCall: async (id: string) => void ended.push(id),
  }
  const started = await startCalls({ now: NOW, carrier, logTo: log.to })
  const { services, call, occurrence } = started
  const since = async (id: number, late: number) => {
    await occurrence(id, { outcome: null, outcome_at: null, due_at: new Date(NOW - late) })
    return { due_at: new Date(NOW - late), dial_at: new Date(NOW - late), ask_at: at, failure: null, ended_at: null }
  }
  type Values = Parameters<typeof call>[1]
  return {
    ...started,
    log,
    calls,
    known,
    ended,
    asked,
    reconcile: () => reconcileCalls(services),
    /** Its request went out when it was due, with unknown result. */
    async doubt(id: number, late: number, values: Values = {}) {
      const marked = { marked_at: new Date(NOW - late), phone: `+1200000000${id}`, asks: 0 }
      await call(id, { ...(await since(id, late)), ...marked, stage: 'in_doubt', holds_line: true, ...values })
    },
    async place(id: number, late: number, values: Values = {}) {
      const placed = { stage: 'placed', holds_line: true, carrier_call_id: `CA${id}`, asks: 0 } as const
      await call(id, { ...(await since(id, late)), ...placed, ...values })
    },
    onlyThis: (...ids: number[]) =>
      started.db.updateTable('calls').set({ ask_at: null }).where('id', 'not in', ids).execute(),
  }
}

test("CALL-3 a call the carrier doesn't list is looked up for 45 s, redialed until the cut-off, and then given up", async () => {
  await using started = await startAsking()
  const { doubt, reconcile, callNow, lines, addCall, asked: askedAbout } = started
  const soon = 45 * SECOND_MS - 1
  await doubt(1, soon)
  await doubt(2, 45 * SECOND_MS)
  await doubt(3, CUT_OFF_MS, { caller_number: '+12025550199' })
  await reconcile()
  // Its caller number may no longer be one of our numbers.
  expect(askedAbout).toEqual(['+12000000001', '+12000000002', '+12000000003 from +12025550199'])
  const asked = { markedAt: NOW - soon, dueAt: NOW - soon, asks: 1 }
  expect(await callNow(1)).toMatchObject({ stage: 'in_doubt', ask_at: nextAskAt(asked, NOW), holds_line: true })
  for (const id of [2, 3]) {
    expect(await callNow(id)).toMatchObject({ stage: 'planned', dial_at: NOW, holds_line: false, ask_at: null })
    expect(await lines(id)).toEqual(['not-placed'])
  }
  await doubt(3, CUT_OFF_MS + 1)
  await addCall(2, 2, { stage: 'ended', confirmed_at: at })
  await doubt(2, MINUTE_MS)
  await reconcile()
  expect(await callNow(3)).toMatchObject({ stage: 'ended', failure: 'too-late' })
  expect(await callNow(2)).toMatchObject({ stage: 'ended', failure: 'proven' })
})

test('CALL-3 a call in doubt is matched to the newest carrier call in its time window, and an extra one is ended', async () => {
  await using started = await startAsking()
  const { doubt, place, reconcile, callNow, lines, calls, ended } = started
  const markedAt = NOW - MINUTE_MS
  const [earliest, latest] = [markedAt - 2 * MINUTE_MS, markedAt + 45 * SECOND_MS + 2 * MINUTE_MS]
  await place(2, 0, { ask_at: null, carrier_call_id: 'of another' })
  await doubt(1, MINUTE_MS, { caller_number: '+12025550100' })
  const wrong = [
    listed('of another', latest, ringing),
    listed('of no time', null, ringing),
    listed('before', earliest - 1, ringing),
    listed('after', latest + 1, ringing),
  ]
  calls.push(...wrong)
  await reconcile()
  expect([(await callNow(1)).stage, ended]).toEqual(['planned', []])

  await doubt(1, MINUTE_MS, { caller_number: '+12025550100' })
  calls.push(listed('first', earliest, ringing), listed('newest', latest, ringing), listed('over', markedAt, over))
  await reconcile()
  expect(await callNow(1)).toMatchObject({ stage: 'placed', carrier_call_id: 'newest', ringing_at: NOW })
  expect([(await lines(1)).slice(1), ended]).toEqual([['found-at-carrier', 'ringing'], ['first']])
})

test('CALL-5 CALL-14 a call of unknown outcome is reported once, at its cut-off, and its line is free two minutes later', async () => {
  await using started = await startAsking()
  const { services, doubt, reconcile, callNow, lines, enqueued, outcome, onlyThis, log } = started
  services.carrier.recentCalls = () => Promise.reject(refusal)
  await doubt(1, CUT_OFF_MS - 1)
  await doubt(2, CUT_OFF_MS)
  await doubt(3, CUT_OFF_MS + 2 * MINUTE_MS - 1)
  await reconcile()
  const unknown = { stage: 'in_doubt', failure: 'not-learnt', holds_line: true }
  expect([await callNow(1), await callNow(2), await callNow(3)]).toMatchObject([
    { stage: 'in_doubt', failure: null, holds_line: true },
    unknown,
    unknown,
  ])
  expect(enqueued.toSorted()).toEqual(['send-notice 1', 'send-notice 2'])
  expect(log.said('call lookup failed').map(({ callId }) => callId)).toEqual([1, 2, 3])
  await doubt(2, CUT_OFF_MS + 2 * MINUTE_MS, { failure: 'not-learnt' })
  await onlyThis(2)
  await reconcile()
  const asked = { markedAt: NOW - CUT_OFF_MS - 2 * MINUTE_MS, dueAt: NOW - CUT_OFF_MS - 2 * MINUTE_MS, asks: 1 }
  expect(await callNow(2)).toMatchObject({ stage: 'in_doubt', holds_line: false, ask_at: nextAskAt(asked, NOW) })
  expect(enqueued).toHaveLength(2)

  // A day later, after enough lookups.
  await doubt(3, DAY_MS + CUT_OFF_MS, { asks: 30 })
  await onlyThis(3)
  await reconcile()
  expect(await callNow(3)).toMatchObject({ stage: 'ended', failure: 'not-learnt' })
  expect([await lines(3), await outcome(3)]).toEqual([['failed not-learnt 503'], 'failed'])
})

test('CALL-10 a looked-up status applies like a callback, and counts as a lost callback', async () => {
  await using started = await startAsking()
  const { place, reconcile, callNow, lines, known, counted, ended } = started
  const lost = async () => (await counted()).filter((line) => line.startsWith('reveille_callbacks_lost'))
  await place(1, MINUTE_MS, { ringing_at: at })
  await place(2, MINUTE_MS, { carrier_call_id: null })
  known.set('CA1', ringing)
  await reconcile()
  expect([await lost(), await callNow(2), await lines(1)]).toMatchObject([
    [],
    { stage: 'placed', ask_at: NOW + MINUTE_MS },
    [],
  ])
  await place(1, OVER_MS)
  known.set('CA1', over)
  await reconcile()
  expect([await lost(), await callNow(1)]).toMatchObject([
    ['reveille_callbacks_lost_total 1'],
    { stage: 'ended', status: 'no_answer' },
  ])
  expect([await lines(1), ended]).toEqual([['ended no-answer'], []])
})

test('CALL-5 CALL-10 a call the carrier no longer knows failed: unknown if nobody picked up, cut off if somebody did', async () => {
  await using started = await startAsking()
  const { place, reconcile, callNow } = started
  await place(1, MINUTE_MS)
  await place(2, MINUTE_MS, { answered_at: at })
  await reconcile()
  expect([await callNow(1), await callNow(2)]).toMatchObject([
    { stage: 'ended', failure: 'not-learnt' },
    { stage: 'ended', failure: 'broke-off', ended_at: NOW },
  ])
})

test('CALL-5 a call queued at the carrier is looked up at its cut-off and ended there unless it has begun', async () => {
  await using started = await startAsking()
  const { place, reconcile, callNow, known, enqueued } = started
  for (const id of [1, 2, 3]) known.set(`CA${id}`, { type: 'queued', at: NOW })
  await place(1, MINUTE_MS)
  await place(2, CUT_OFF_MS - 1)
  await place(3, CUT_OFF_MS)
  await reconcile()
  expect([await callNow(1), await callNow(2), await callNow(3)]).toMatchObject([
    { stage: 'placed', ask_at: NOW + MINUTE_MS },
    { stage: 'placed', ask_at: NOW + 1 },
    { stage: 'ended', failure: 'too-late' },
  ])
  expect(enqueued).toContain('settle-carrier-call CA3 1')
})

test('CALL-14 a call that must be over is ended at the carrier, and its line is free two minutes later', async () => {
  await using started = await startAsking()
  const { place, reconcile, callNow, known, ended, onlyThis } = started
  for (const id of [1, 2, 3]) known.set(`CA${id}`, { type: 'ringing', at: NOW })
  const rang = { ringing_at: at }
  await place(1, OVER_MS - 1, rang)
  await place(2, OVER_MS, rang)
  await place(3, OVER_MS + 2 * MINUTE_MS, rang)
  await reconcile()
  expect(ended.toSorted()).toEqual(['CA2', 'CA3'])
  const again = { stage: 'placed', ask_at: NOW + MINUTE_MS, holds_line: true }
  expect([await callNow(1), await callNow(2), await callNow(3)]).toMatchObject([
    { stage: 'placed', holds_line: true },
    again,
    { ...again, ask_at: NOW + 15 * MINUTE_MS, holds_line: false },
  ])
  // A call being talked in gets its longest talk.
  ended.length = 0
  await place(1, OVER_MS, { answered_at: new Date(NOW - 210 * SECOND_MS + 1) })
  await place(2, OVER_MS, { answered_at: new Date(NOW - 210 * SECOND_MS) })
  for (const id of [1, 2]) known.set(`CA${id}`, { type: 'picked-up', at: NOW - 210 * SECOND_MS })
  await onlyThis(1, 2)
  await reconcile()
  expect(ended).toEqual(['CA2'])
})

test('CALL-3 CALL-7 a silent call is given up only after a day and thirty lookups, so an outage of ours ends none', async () => {
  await using started = await startAsking()
  const { place, reconcile, callNow, lines, known, log } = started
  for (const id of [1, 2, 3]) known.set(`CA${id}`, refusal)
  await place(1, OVER_MS + DAY_MS - 1, { asks: 40 })
  await place(2, OVER_MS + DAY_MS, { asks: 28 })
  await place(3, OVER_MS + DAY_MS, { asks: 29 })
  await reconcile()
  const goesOn = { stage: 'placed', holds_line: false }
  expect([await callNow(1), await callNow(2), await callNow(3)]).toMatchObject([
    { ...goesOn, ask_at: NOW + 15 * MINUTE_MS },
    { ...goesOn, ask_at: NOW + MINUTE_MS },
    { stage: 'ended', failure: 'not-learnt' },
  ])
  expect(await lines(3)).toEqual(['failed not-learnt 503'])
  expect(log.said('call lookup failed').map(({ callId }) => callId)).toEqual([1, 2, 3])
  // A call that was picked up ended at its longest talk, and its keys count.
  const pickedUp = NOW - DAY_MS - 210 * SECOND_MS
  await place(1, OVER_MS + DAY_MS, { asks: 29, answered_at: new Date(pickedUp), keyed_at: at, snoozed: true })
  await reconcile()
  expect(await callNow(1)).toMatchObject({ stage: 'ended', status: 'completed', ended_at: pickedUp + 210 * SECOND_MS })
  // Its snooze was due a day ago, and nobody is called that late.
  expect(await callNow(4)).toMatchObject({ kind: 'snooze', due_at: pickedUp + 210 * SECOND_MS + 9 * MINUTE_MS })
})
