import { expect, test } from 'vitest'
import { logged, startCalls } from '../../test/harness/app/start-calls.ts'
import { cancelCall, failCall, type Holder } from './end-call.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const at = new Date(NOW)

test("CALL-5 CALL-3 only the current holder of a call ends it; a frozen worker's outdated view ends nothing", async () => {
  await using started = await startCalls({ now: NOW })
  const { services, call, occurrence, callNow } = started
  const leased = { stage: 'leased', lease_owner: 'w1' } as const
  const dialling = { stage: 'dialling', lease_owner: 'w1', marked_at: at } as const
  const doubtful = { stage: 'in_doubt', marked_at: at } as const
  const placed = { stage: 'placed' } as const
  const cases: [Parameters<typeof call>[1], Holder, boolean][] = [
    [leased, { stage: 'leased', owner: 'w1' }, true],
    [leased, { stage: 'leased', owner: 'w2' }, false],
    [leased, { stage: 'dialling', owner: 'w1', markedAt: NOW }, false],
    [dialling, { stage: 'dialling', owner: 'w1', markedAt: NOW }, true],
    [dialling, { stage: 'dialling', owner: 'w2', markedAt: NOW }, false],
    [dialling, { stage: 'dialling', owner: 'w1', markedAt: NOW - 1 }, false],
    [doubtful, { stage: 'in_doubt', markedAt: NOW }, true],
    [doubtful, { stage: 'in_doubt', markedAt: NOW - 1 }, false],
    [{ ...placed, ringing_at: at }, { stage: 'placed' }, true],
    [placed, { stage: 'placed', onlyIfQueued: true }, true],
    [{ ...placed, ringing_at: at }, { stage: 'placed', onlyIfQueued: true }, false],
    [{ ...placed, answered_at: at }, { stage: 'placed', onlyIfQueued: true }, false],
  ]
  for (const [values, holder, isEnded] of cases) {
    await call(1, {
      lease_owner: null,
      marked_at: null,
      ringing_at: null,
      answered_at: null,
      ended_at: null,
      ...values,
    })
    await occurrence(1, { outcome: null, outcome_at: null })
    await failCall(services, 1, 'too-late', holder)
    const { stage } = await callNow(1)
    expect({ values, holder, isEnded: stage === 'ended' }).toEqual({ values, holder, isEnded })
  }
  await failCall(services, 9, 'too-late', { stage: 'placed' }) // its account was deleted
})

test('CALL-5 CALL-2 CALL-14 a failed call says why, frees its line for the next one, and is ended at the carrier', async () => {
  const log = logged()
  await using started = await startCalls({ now: NOW, logTo: log.to })
  const { services, enqueued, published, changed, call, addCall, callNow, lines, outcome } = started
  await call(1, { stage: 'placed', holds_line: true, carrier_call_id: 'CA1', ask_at: at, lease_owner: 'w1' })
  await addCall(1, 2, { stage: 'leased', lease_owner: 'w2', dial_at: new Date(NOW + 1) })
  const refusal = { status: 401, code: 20003 }
  await failCall(services, 1, { reason: 'misconfigured', refusal }, { stage: 'placed' })
  expect(await callNow(1)).toMatchObject({
    stage: 'ended',
    status: 'failed',
    failure: 'misconfigured',
    ended_at: NOW,
    holds_line: false,
    lease_owner: null,
    ask_at: null,
  })
  expect([await lines(1), enqueued]).toEqual([['failed misconfigured 401/20003'], ['settle-carrier-call CA1 1']])
  expect(await callNow(4)).toMatchObject({ stage: 'planned', dial_at: NOW + 15_000 })
  // Another call of its morning is still to come.
  expect(await outcome(1)).toBeNull()
  expect(published).toEqual(['calls of 1'])

  await call(2, { stage: 'dialling', lease_owner: 'w1', marked_at: at })
  enqueued.length = 0
  const rows = await changed(() => failCall(services, 2, 'too-late', { stage: 'dialling', owner: 'w1', markedAt: NOW }))
  expect(rows.filter((row) => !/^(call_events|notices)/.test(row))).toEqual(['calls 2', 'occurrences 2'])
  expect([await lines(2), await outcome(2), enqueued]).toEqual([['failed too-late'], 'failed', ['send-notice 1']])
  expect(log.said('call ended')).toMatchObject([
    { callId: 1, status: 'failed', failure: 'misconfigured', carrierCallId: 'CA1' },
    { callId: 2, status: 'failed', failure: 'too-late', carrierCallId: null },
  ])
})

test('SCHED-8 CALL-5 a call paused before it was dialed is canceled, not failed, and nobody is notified', async () => {
  await using started = await startCalls({ now: NOW })
  const { services, enqueued, changed, call, schedule, outcome, lines } = started
  const mine = { stage: 'leased', owner: 'w1' } as const
  for (const id of [1, 2, 3]) await call(id, { stage: 'leased', lease_owner: 'w1' })
  expect(await changed(async () => expect(await cancelCall(services, 1, mine)).toBe('wanted'))).toEqual([])

  for (const id of [1, 2, 3]) await schedule(id, { is_active: false })
  const another = { stage: 'leased', owner: 'w2' } as const
  expect(await changed(async () => expect(await cancelCall(services, 1, another)).toBe('cancelled'))).toEqual([])
  const taken = (id: number) => [`calls ${id}`, `occurrences ${id}`]
  expect(await changed(async () => expect(await cancelCall(services, 1, mine)).toBe('cancelled'))).toEqual(taken(1))
  expect(await changed(() => failCall(services, 2, 'too-late', mine))).toEqual(taken(2))
  expect([await outcome(1), await outcome(2), enqueued]).toEqual(['cancelled', 'cancelled', []])

  // A call already dialed still counts as failed.
  await call(3, { stage: 'dialling', marked_at: at })
  await failCall(services, 3, 'too-late', { stage: 'dialling', owner: 'w1', markedAt: NOW })
  expect([await lines(3), await outcome(3)]).toEqual([['failed too-late'], 'failed'])
})
