import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyCarrierEvent,
  isUndialled,
  type CallStage,
  type CarrierEvent,
  type HowEnded,
  type CallLife,
} from './call-lifecycle.ts'

const AT = Date.parse('2027-01-15T06:30Z')
const dialling: CallLife = {
  kind: 'first',
  stage: 'dialling',
  status: 'pending',
  ringingAt: null,
  answeredAt: null,
  endedAt: null,
  durationS: null,
  machine: false,
  keyedAt: null,
  confirmedAt: null,
  snoozed: false,
  taskRound: 1,
}
const keyed: CallLife = { ...dialling, stage: 'placed', keyedAt: AT }
const confirmed: CallLife = { ...keyed, confirmedAt: AT }
const confirmedOnDashboard: CallLife = { ...confirmed, keyedAt: null }
const snoozed: CallLife = { ...keyed, snoozed: true }
const sample: CallLife = { ...dialling, kind: 'sample' }
const ENDINGS: HowEnded[] = ['hung-up', 'busy', 'no-answer', 'cancelled', 'failed', 'blocked', 'unwanted', 'refused']

const queued: CarrierEvent = { type: 'queued', at: AT }
const ringing: CarrierEvent = { type: 'ringing', at: AT + 2_000 }
const pickedUp: CarrierEvent = { type: 'picked-up', at: AT + 9_000 }
const machine: CarrierEvent = { type: 'machine', at: AT + 13_000 }
const over = (how: HowEnded, talkedS: number | null = null): CarrierEvent => ({
  type: 'ended',
  at: AT + 40_000,
  how,
  talkedS,
})

const after = (events: readonly CarrierEvent[], from = dialling) => events.reduce(applyCarrierEvent, from)

test.each<[string, readonly CarrierEvent[], CallLife['status'], number | null]>([
  ['answered', [queued, ringing, pickedUp, over('hung-up', 31)], 'unconfirmed', 31],
  ['answered, its duration taken from our own clock', [queued, ringing, pickedUp, over('hung-up')], 'unconfirmed', 31],
  ['hung up at 3 s', [pickedUp, over('hung-up', 3)], 'unconfirmed', 3],
  ['hung up before 3 s', [pickedUp, over('hung-up', 2)], 'no_answer', 2],
  ['busy', [queued, over('busy')], 'no_answer', null],
  ['not answered', [queued, ringing, over('no-answer')], 'no_answer', null],
  ['cancelled by the carrier', [queued, over('cancelled')], 'no_answer', null],
  ['not connected', [queued, over('failed')], 'failed', null],
  ['blocked on the way', [queued, over('blocked')], 'no_answer', null],
  ['marked as unwanted', [queued, over('unwanted')], 'failed', null],
  ['refused for good', [queued, over('refused')], 'failed', null],
  ['answered by voicemail', [queued, ringing, pickedUp, machine, over('hung-up', 31)], 'no_answer', 31],
  [
    'answered by voicemail, the verdict last',
    [queued, ringing, pickedUp, over('hung-up', 31), machine],
    'no_answer',
    31,
  ],
  ['ended before any other event', [over('hung-up', 31)], 'unconfirmed', 31],
  ['ended, duration unknown', [queued, over('hung-up')], 'no_answer', null],
  ['cut off', [queued, ringing, pickedUp, over('failed', 12)], 'failed', null],
])('CALL-4 a call that was %s', (_case, events, status, durationS) => {
  expect(after(events)).toMatchObject({ stage: 'ended', status, durationS, endedAt: AT + 40_000 })
})

test('CALL-10 DASH-10 a call the carrier accepted rings once and is answered once', () => {
  expect(after([queued])).toEqual({ ...dialling, stage: 'placed' })
  const rang: CallLife = { ...dialling, stage: 'placed', ringingAt: AT + 2_000 }
  expect(after([queued, ringing, { type: 'ringing', at: AT + 5_000 }])).toEqual(rang)
  expect(applyCarrierEvent(rang, ringing)).toBe(rang)
  const talks: CallLife = { ...rang, status: 'answered', answeredAt: AT + 9_000 }
  expect(after([queued, ringing, pickedUp, { type: 'picked-up', at: AT + 10_000 }])).toEqual(talks)
})

test('CALL-4 a voicemail is detected whether its verdict comes before or after the end', () => {
  const end = over('hung-up', 31)
  for (const events of [
    [pickedUp, machine, end],
    [pickedUp, end, machine],
  ])
    expect(after(events)).toMatchObject({ machine: true, status: 'no_answer' })
})

test('CALL-3 a carrier may know of any call that is not planned or leased', () => {
  const stages: CallStage[] = ['planned', 'leased', 'dialling', 'placed', 'in_doubt', 'ended']
  expect(stages.filter(isUndialled)).toEqual(['planned', 'leased'])
})

test.each<[string, CallLife, CallLife['status']]>([
  ['confirmed means completed', confirmed, 'completed'],
  ['snoozed means completed', snoozed, 'completed'],
  ['with nothing proven it is unconfirmed', keyed, 'unconfirmed'],
  ['a sample was heard', { ...keyed, kind: 'sample' }, 'completed'],
])('CALL-4 WAKE-12 a key shows that a person answered: %s, whatever end the carrier reports', (_case, call, status) => {
  for (const how of ENDINGS) {
    expect(after([machine, over(how, 1)], call).status).toBe(status)
    expect(after([over(how, 1), machine], call).status).toBe(status)
  }
})

test('WAKE-16 a proof on the dashboard during the call counts, whatever the phone reports afterwards', () => {
  for (const how of ENDINGS) expect(after([over(how, 1), machine], confirmedOnDashboard).status).toBe('completed')
})

test('WAKE-12 a verdict after a key changes nothing', () => {
  expect(applyCarrierEvent(keyed, machine)).toBe(keyed)
})

test('CALL-4 a sample needs no proof, and voicemail does not count as hearing it', () => {
  const heard = [queued, ringing, pickedUp, over('hung-up', 31)]
  expect(after(heard, sample).status).toBe('completed')
  expect(after([...heard, machine], sample).status).toBe('no_answer')
})

test('CALL-10 a carrier event proves that the carrier has a call in doubt', () => {
  const inDoubt: CallLife = { ...dialling, stage: 'in_doubt' }
  for (const event of [queued, ringing, pickedUp, machine])
    expect(applyCarrierEvent(inDoubt, event).stage).toBe('placed')
  expect(applyCarrierEvent(inDoubt, over('busy')).stage).toBe('ended')
})

const anyHow = fc.constantFrom(...ENDINGS)
const anyTime = fc.integer({ min: AT, max: AT + 100_000 })
const anyEvent: fc.Arbitrary<CarrierEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom('queued', 'ringing', 'picked-up', 'machine'), at: anyTime }),
  fc.record({
    type: fc.constant('ended'),
    at: anyTime,
    how: anyHow,
    talkedS: fc.option(fc.nat({ max: 300 }), { nil: null }),
  }),
)
const anyStage = fc.constantFrom<CallStage>('planned', 'leased', 'dialling', 'in_doubt', 'placed')
const anyCall = anyStage.map((stage) => ({ ...dialling, stage }))
const RANK: Record<CallStage, number> = { planned: 0, leased: 0, dialling: 1, in_doubt: 1, placed: 2, ended: 3 }

test('CALL-10 a duplicate event returns the call unchanged', () => {
  fc.assert(
    fc.property(anyCall, fc.array(anyEvent), anyEvent, (call, events, event) => {
      const once = applyCarrierEvent(after(events, call), event)
      expect(applyCarrierEvent(once, event)).toBe(once)
    }),
  )
})

test('CALL-10 no event, in any order, moves a status backwards', () => {
  fc.assert(
    fc.property(anyCall, fc.array(anyEvent), (start, events) => {
      let call: CallLife = start
      for (const event of events) {
        const next = applyCarrierEvent(call, event)
        expect(RANK[next.stage]).toBeGreaterThanOrEqual(RANK[call.stage])
        if (call.stage === 'ended' && event.type !== 'machine') expect(next).toBe(call)
        if (call.answeredAt !== null) expect(next.answeredAt).toBe(call.answeredAt)
        if (call.endedAt !== null) expect(next.endedAt).toBe(call.endedAt)
        call = next
      }
    }),
  )
})

test('CALL-10 no event changes a call that no carrier knows', () => {
  const unknown = fc.constantFrom<CallStage>('planned', 'leased').map((stage) => ({ ...dialling, stage }))
  fc.assert(
    fc.property(unknown, anyEvent, (call, event) => {
      expect(applyCarrierEvent(call, event)).toBe(call)
    }),
  )
})

test('CALL-10 late, duplicate and reordered events lead to the same end', () => {
  const story = fc.record({ how: anyHow, talkedS: fc.nat({ max: 300 }), voicemail: fc.boolean() })
  const shuffle = (events: CarrierEvent[]) =>
    fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2, maxLength: events.length * 2 })
  const stories = story.chain(({ how, talkedS, voicemail }) => {
    const told = [queued, ringing, pickedUp, ...(voicemail ? [machine] : []), over(how, talkedS)]
    return fc.record({ told: fc.constant(told), mixed: shuffle(told) })
  })
  fc.assert(
    fc.property(stories, ({ told, mixed }) => {
      const { stage, status, endedAt, durationS } = after(told)
      expect(after(mixed)).toMatchObject({ stage, status, endedAt, durationS })
    }),
  )
})

test('CALL-4 after the end only a late machine verdict on a call without a key changes anything', () => {
  const ending = fc.record({
    how: anyHow,
    talkedS: fc.nat({ max: 300 }),
    key: fc.constantFrom(dialling, sample, keyed, confirmed, confirmedOnDashboard, snoozed),
  })
  fc.assert(
    fc.property(ending, ({ how, talkedS, key }) => {
      const call = after([over(how, talkedS)], key)
      const late = applyCarrierEvent(call, machine)
      const isUnkeyedTalk = how === 'hung-up' && talkedS >= 3 && (key === dialling || key === sample)
      if (isUnkeyedTalk) expect(late.status).toBe('no_answer')
      else expect(late).toBe(call)
    }),
  )
})
