import { expect, test } from 'vitest'
import { DAY_MS } from '../time/duration.ts'
import { callRefusal, mayBeCalled, ringsSecond, standingOf, type Callee } from './callable.ts'

const callee: Callee = {
  userId: 1,
  phone: '+61491570156',
  phoneVerified: true,
  voice: 'lily',
  optedOutOfCalls: false,
  agreedToLadder: true,
  second: null,
}

test('CALL-1 who has proved a number, chosen a voice and stopped nothing may be called', () => {
  expect([callRefusal(callee), mayBeCalled(callee)]).toEqual([null, true])
})

test.each<[string, Partial<Callee>, string]>([
  ['whose number is not proved', { phoneVerified: false }, 'phone-not-verified'],
  ['who has no number, whatever else says that it is proved', { phone: null }, 'phone-not-verified'],
  ['without preferences: there is nothing to say', { voice: null }, 'preferences-missing'],
  ['who pressed 0 twice', { optedOutOfCalls: true }, 'calls-stopped'],
])('I6 CALL-7 nobody is called %s', (_case, change, refusal) => {
  const person = { ...callee, ...change }
  expect([callRefusal(person), mayBeCalled(person)]).toEqual([refusal, false])
})

test('SCHED-11 the missing number is told first, then the preferences', () => {
  const nothing: Callee = { ...callee, phoneVerified: false, voice: null, optedOutOfCalls: true }
  expect(callRefusal(nothing)).toBe('phone-not-verified')
  expect(callRefusal({ ...nothing, phoneVerified: true })).toBe('preferences-missing')
})

test.each([
  ['proven, and nobody stopped it', { verified: true, optedOutOfCalls: false }, true],
  ['not proven', { verified: false, optedOutOfCalls: false }, false],
  ['opted out', { verified: true, optedOutOfCalls: true }, false],
])('WAKE-18 a second number that is %s: it rings for a call that is for it %s', (_case, state, rings) => {
  const second = { phone: '+61491570157', ...state }
  expect([ringsSecond({ second }, true), ringsSecond({ second }, false)]).toEqual([rings, false])
})

test('WAKE-18 without a second number the first one rings', () => {
  expect(ringsSecond({ second: null }, true)).toBe(false)
})

const NOW = Date.parse('2027-01-15T06:30:00Z')

test.each([
  ['a number of a week and three mornings', 7 * DAY_MS, 3, 0],
  ['a number of a week, no morning yet', 7 * DAY_MS, 2, 1],
  ['a number a moment short of a week, three mornings', 7 * DAY_MS - 1, 3, 1],
  ['a new number', 0, 0, 2],
])('S84 %s', (_who, ageMs, answered, standing) => {
  expect(standingOf({ numberSince: NOW - ageMs, answered }, NOW)).toBe(standing)
})

test('S84 somebody whose number nobody remembers being proven is up by their mornings alone', () => {
  expect(standingOf({ numberSince: null, answered: 3 }, NOW)).toBe(1)
})
