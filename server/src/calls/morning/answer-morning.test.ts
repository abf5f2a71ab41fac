import { expect, test } from 'vitest'
import { startCalls } from '../../../test/harness/app/start-calls.ts'
import { answerMorning, openMorning } from './answer-morning.ts'

const NOW = Date.parse('2027-01-15T05:30:00Z')
const at = new Date(NOW)
const DIGITS = ['123', '456', '789'].map((digits) => ({ kind: 'digits' as const, digits }))

/** Three people whose phones ring, and their answers on the dashboard. */
async function startRinging() {
  const started = await startCalls({ now: NOW })
  const { services, db, clock, call, occurrence } = started
  for (const id of [1, 2, 3])
    await call(id, { stage: 'placed', holds_line: true, ringing_at: at, carrier_call_id: `CA${id}` })
  return {
    ...started,
    open: (userId: number) => openMorning(db, userId, clock.now()),
    async answer(userId: number, answer = '', round = 1, callId?: number) {
      const open = await openMorning(db, userId, clock.now())
      return answerMorning(services, userId, { callId: callId ?? open?.callId ?? 1, round, answer })
    },
    asks: async (id: number, proof: 'firm' | 'strict') => {
      await occurrence(id, { proof })
      await call(id, { tasks: JSON.stringify(DIGITS) })
    },
  }
}

test("WAKE-16 answering on the dashboard proves only one's own morning, and stops a phone that still rings", async () => {
  await using started = await startRinging()
  const { open, answer, clock, changed, callNow, lines, enqueued, published } = started
  expect(await open(2)).toEqual({
    callId: 2,
    scheduleId: 2,
    at: expect.objectContaining({ time: '05:30' }),
    isSecondCheck: false,
    round: 1,
    task: { kind: 'button' },
  })
  await clock.advance({ seconds: 7 })
  const rows = await changed(async () => expect(await answer(2)).toBe('proven'))
  expect(rows.filter((row) => !row.startsWith('call_events'))).toEqual(['calls 2', 'occurrences 2'])
  expect(await callNow(2)).toMatchObject({ stage: 'placed', confirmed_at: NOW + 7_000, keyed_at: null })
  expect([await lines(2), enqueued]).toEqual([['page-answered'], ['settle-carrier-call CA2 1']])
  expect(published).toEqual(['calls of 2', 'schedules of 2'])
  expect([await open(2), await answer(2), await answer(9)]).toEqual([null, null, null])
})

test('WAKE-16 a proof does not end a call that was picked up or is over, but settles its morning', async () => {
  await using started = await startRinging()
  const { answer, call, addCall, callNow, enqueued, outcome } = started
  await call(1, { answered_at: at })
  expect(await answer(1)).toBe('proven')
  expect(await outcome(1)).toBeNull() // its call is still in progress
  await call(2, { stage: 'ended', holds_line: false, status: 'no_answer', ended_at: at })
  await addCall(2, 2)
  expect([await answer(2), await outcome(2)]).toEqual(['proven', 'answered'])
  await expect(callNow(4)).rejects.toThrow('no result')
  await call(3, { carrier_call_id: null })
  expect([await answer(3), enqueued]).toEqual(['proven', []])
})

test('WAKE-8 WAKE-16 each round of a task takes one answer, and never one for another call', async () => {
  await using started = await startRinging()
  const { open, answer, asks, callNow, changed, lines } = started
  await asks(1, 'firm')
  expect(await open(1)).toMatchObject({ round: 1, task: DIGITS[0] })
  expect(await changed(async () => expect(await answer(1, '123', 1, 2)).toBe('outdated'))).toEqual([])
  expect([await answer(1, '000', 1, 1), await open(1)]).toMatchObject(['wrong', { round: 2, task: DIGITS[1] }])
  // A repeated answer changes nothing.
  expect(await changed(async () => expect(await answer(1, '000', 1)).toBe('wrong'))).toEqual([])
  expect(await changed(async () => expect(await answer(1, '123', 1)).toBe('wrong'))).toEqual([])
  expect([await answer(1, '456', 2), await callNow(1)]).toMatchObject(['proven', { confirmed_at: NOW }])
  expect(await lines(1)).toEqual(['answer-wrong', 'page-answered'])

  // With every round used up, nothing is asked before the next call.
  await asks(2, 'firm')
  for (const round of [1, 2, 3]) expect(await answer(2, '000', round)).toBe('wrong')
  expect([await open(2), await answer(2, '789', 3)]).toEqual([null, null])
  // A button counts for whichever call the page showed.
  expect(await answer(3, '', 1, 7)).toBe('proven')
})

test('WAKE-9 WAKE-16 Strict takes a proof once, and asks again in its second check', async () => {
  await using started = await startRinging()
  const { open, answer, asks, call, callNow } = started
  await asks(1, 'strict')
  expect(await answer(1, '123')).toBe('proven-once')
  await asks(2, 'strict')
  await call(2, { kind: 'second-check' })
  expect([await open(2), await answer(2, '123')]).toMatchObject([{ isSecondCheck: true }, 'proven'])
  // Once the first call has ended, its second check is planned.
  await asks(3, 'strict')
  await call(3, { stage: 'ended', holds_line: false, status: 'no_answer', ended_at: at })
  expect([await answer(3, '123'), await callNow(4)]).toMatchObject([
    'proven-once',
    { kind: 'second-check', user_id: 3 },
  ])
})
