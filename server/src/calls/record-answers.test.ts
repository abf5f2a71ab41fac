import { expect, test } from 'vitest'
import { logged, startCalls } from '../../test/harness/app/start-calls.ts'
import { recordAnswers, recordWaiting, type Result } from './record-answers.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const MINUTE_MS = 60_000
/** When the carrier is asked about a call it accepted, if no event comes. */
const ASKED_AFTER_MS = 90_000

/** Three people's calls, dialed by w1, and a way to record what the carrier answered 2.5 s later. */
async function startDialling() {
  const log = logged()
  const started = await startCalls({ now: NOW, logTo: log.to })
  const { services, call, clock } = started
  for (const id of [1, 2, 3])
    await call(id, { stage: 'dialling', lease_owner: 'w1', holds_line: true, marked_at: new Date(NOW) })
  await clock.advance({ seconds: 3 })
  const result = (id: number, placed: Result['placed'], over: Partial<Result> = {}): Result => ({
    call: {
      id,
      userId: id,
      token: `token${id}`,
      phone: '+12025550101',
      carrier: 1,
      callerNumber: '+12025550100',
      record: false,
      dueAt: NOW,
      slotAt: NOW,
      markedAt: NOW,
      lateMs: -400,
    },
    sentAt: NOW + 2_000,
    at: NOW + 2_500,
    placed,
    moveTo: null,
    ...over,
  })
  return { ...started, log, result, record: (...results: Result[]) => recordAnswers(services, 'w1', results) }
}

test("CALL-3 CALL-11 each call gets the carrier's answer, and its timeline says how late it left", async () => {
  await using started = await startDialling()
  const { record, result, callNow, lines, published, enqueued, log, counted } = started
  await record(
    result(1, { outcome: 'accepted', carrierCallId: 'CA1', queueMs: 7 }),
    result(2, { outcome: 'in-doubt', refusal: { status: 503, code: null } }),
    result(3, { outcome: 'rejected', reason: 'invalid-number', refusal: { status: 400, code: 21211 } }),
  )
  expect(await callNow(1)).toMatchObject({
    stage: 'placed',
    carrier_call_id: 'CA1',
    queue_ms: 7,
    placed_at: NOW + 2_500,
    ask_at: NOW + 2_500 + ASKED_AFTER_MS,
    holds_line: true,
  })
  expect(await callNow(2)).toMatchObject({
    stage: 'in_doubt',
    lease_owner: null,
    ask_at: NOW + 8_000,
    holds_line: true,
  })
  expect(await callNow(3)).toMatchObject({ stage: 'ended', failure: 'invalid-number', holds_line: false })
  expect([await lines(1), await lines(2), await lines(3)]).toEqual([
    ['dialling 2 s', 'placed'],
    ['dialling 2 s', 'in-doubt 503'],
    ['dialling 2 s', 'failed invalid-number 400/21211'],
  ])
  expect([...new Set(published)].toSorted()).toEqual(['calls of 1', 'calls of 2', 'calls of 3'])
  expect(enqueued).toEqual(['send-notice 1'])
  expect(log.said('call requested')).toMatchObject([
    { callId: 1, outcome: 'accepted', lateMs: 2_000 },
    { callId: 2, outcome: 'in-doubt', refusal: { status: 503 } },
    { callId: 3, outcome: 'rejected', refusal: { code: 21211 } },
  ])
  expect(log.said('carrier rejected call: misconfigured')).toEqual([])
  expect(await counted()).toEqual(
    expect.arrayContaining([
      'reveille_calls_requested_total{outcome="accepted"} 1',
      'reveille_calls_requested_total{outcome="in-doubt"} 1',
      'reveille_calls_requested_total{outcome="rejected"} 1',
      expect.stringMatching(/^reveille_call_rate_wait_seconds_sum 1\.2/), // each waited 0.4 s for its slot
      expect.stringMatching(/^reveille_call_delay_seconds_sum 4\.8/), // and left 1.6 s after it
    ]),
  )
})

test('CALL-10 a callback that beats the answer is kept, and only the worker that dials puts a call in doubt', async () => {
  await using started = await startDialling()
  const { services, record, result, call, callNow } = started
  await call(1, { stage: 'ended', carrier_call_id: 'CA1', holds_line: false })
  await call(2, { stage: 'placed', ask_at: new Date(NOW + 1) })
  const doubt = { outcome: 'in-doubt' } as const
  await record(
    result(1, { outcome: 'accepted', carrierCallId: 'CA9', queueMs: null }),
    result(2, { outcome: 'accepted', carrierCallId: 'CA2', queueMs: null }),
  )
  expect(await callNow(1)).toMatchObject({ stage: 'ended', carrier_call_id: 'CA1', ask_at: null })
  expect(await callNow(2)).toMatchObject({ stage: 'placed', carrier_call_id: 'CA2', ask_at: NOW + 1 })
  await recordAnswers(services, 'w2', [result(3, doubt)])
  await record(result(2, doubt))
  expect([await callNow(2), await callNow(3)]).toMatchObject([{ stage: 'placed' }, { stage: 'dialling' }])
  await call(3, { stage: 'in_doubt' })
  await record(result(3, { outcome: 'accepted', carrierCallId: 'CA3', queueMs: null }))
  expect(await callNow(3)).toMatchObject({ stage: 'placed', carrier_call_id: 'CA3' })
})

test("CALL-3 CALL-5 a call the carrier certainly didn't take is due again until the cut-off, and then fails with its reason", async () => {
  await using started = await startDialling()
  const { record, result, call, addCall, callNow, lines, log, counted } = started
  const busy = { outcome: 'not-placed', retryAfterMs: 1_500, refusal: { status: 429, code: null } } as const
  const ours = { ...busy, misconfigured: true } as const
  const cutOff = NOW + 10 * MINUTE_MS
  const late = { at: cutOff - 1_500, sentAt: NOW + 1_000 }
  await record(result(1, busy, late), result(2, ours, { at: cutOff - 1_499, sentAt: null }))
  expect(await callNow(1)).toMatchObject({ stage: 'planned', dial_at: cutOff, holds_line: false, lease_owner: null })
  expect(await callNow(2)).toMatchObject({ stage: 'ended', failure: 'misconfigured' })
  await record(result(3, busy, { at: cutOff - 1_499, sentAt: NOW + 999 }))
  expect(await callNow(3)).toMatchObject({ stage: 'ended', failure: 'too-late' })
  expect([await lines(1), await lines(2), await lines(3)]).toEqual([
    ['dialling 1 s', 'not-placed 429'],
    ['failed misconfigured 429'],
    ['dialling', 'failed too-late 429'],
  ])
  expect(log.said('carrier rejected call: misconfigured')).toMatchObject([{ callId: 2 }])
  expect(log.said('call requested')).toMatchObject([
    { callId: 1, outcome: 'not-placed' },
    { callId: 2, outcome: 'misconfigured', lateMs: null },
    { callId: 3, lateMs: 999 },
  ])
  // A request that never left isn't counted.
  expect((await counted()).filter((line) => line.startsWith('reveille_calls_requested'))).toEqual([
    'reveille_calls_requested_total{outcome="not-placed"} 2',
  ])

  // Proven by an earlier call in the meantime, so it isn't redialed.
  await call(1, { stage: 'dialling', lease_owner: 'w1' })
  await addCall(1, 2, { stage: 'ended', confirmed_at: new Date(NOW) })
  await record(result(1, busy))
  expect(await callNow(1)).toMatchObject({ stage: 'ended', failure: 'proven' })
})

test('CALL-5 a call our account may not make is logged as our own misconfiguration', async () => {
  await using started = await startDialling()
  const { record, result, log } = started
  const refusal = { status: 400, code: 21216 }
  await record(result(1, { outcome: 'rejected', reason: 'held-account', refusal }))
  expect(log.said('call requested')).toMatchObject([{ outcome: 'misconfigured' }])
  expect(log.said('carrier rejected call: misconfigured')).toMatchObject([{ callId: 1, refusal }])
})

test('S46 a call the carrier took while its account was deleted is ended there, and no other call', async () => {
  await using started = await startDialling()
  const { db, record, result, enqueued, lines } = started
  await db.deleteFrom('calls').where('id', '=', 1).execute()
  await record(
    result(1, { outcome: 'accepted', carrierCallId: 'CA1', queueMs: null }),
    result(2, { outcome: 'accepted', carrierCallId: 'CA2', queueMs: null }),
  )
  expect([enqueued, await lines(2)]).toEqual([['settle-carrier-call CA1 1'], ['dialling 2 s', 'placed']])
})

test('CALL-11 a call that waits for its slot says how long in its timeline', async () => {
  await using started = await startCalls({ now: NOW })
  await recordWaiting(started.services, [{ id: 2, detail: '5 s' }], NOW)
  expect([await started.lines(2), await started.lines(1)]).toEqual([['waiting-for-capacity 5 s'], []])
})
