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

test('CALL-1 a person with a proven number and a voice who stopped nothing may be called', () => {
  expect([callRefusal(callee), mayBeCalled(callee)]).toEqual([null, true])
})

test.each<[string, Partial<Callee>, string]>([
  ['whose number is not proven', { phoneVerified: false }, 'phone-not-verified'],
  ['who has no number, even if another field says that it is proven', { phone: null }, 'phone-not-verified'],
  ['without preferences, which leave nothing to say', { voice: null }, 'preferences-missing'],
  ['who pressed 0 twice', { optedOutOfCalls: true }, 'calls-stopped'],
])('I6 CALL-7 nobody is called %s', (_case, change, refusal) => {
  const person = { ...callee, ...change }
  expect([callRefusal(person), mayBeCalled(person)]).toEqual([refusal, false])
})

test('SCHED-11 the missing number is reported first, then the preferences', () => {
  const nothing: Callee = { ...callee, phoneVerified: false, voice: null, optedOutOfCalls: true }
  expect(callRefusal(nothing)).toBe('phone-not-verified')
  expect(callRefusal({ ...nothing, phoneVerified: true })).toBe('preferences-missing')
})

test.each([
  ['proven and not opted out of', { verified: true, optedOutOfCalls: false }, true],
  ['not proven', { verified: false, optedOutOfCalls: false }, false],
  ['opted out of', { verified: true, optedOutOfCalls: true }, false],
])('WAKE-18 a second number that is %s rings for its own call: %s', (_case, state, rings) => {
  const second = { phone: '+61491570157', ...state }
  expect([ringsSecond({ second }, true), ringsSecond({ second }, false)]).toEqual([rings, false])
})

test('WAKE-18 without a second number the first one rings', () => {
  expect(ringsSecond({ second: null }, true)).toBe(false)
})

const NOW = Date.parse('2027-01-15T06:30:00Z')

test.each([
  ['a number a week old and three answered mornings: established', 7 * DAY_MS, 3, 0],
  ['a number a week old and two answered mornings: halfway', 7 * DAY_MS, 2, 1],
  ['a number just under a week old and three answered mornings: halfway', 7 * DAY_MS - 1, 3, 1],
  ['a new number', 0, 0, 2],
])('S84 standing: %s', (_who, ageMs, answered, standing) => {
  expect(standingOf({ numberSince: NOW - ageMs, answered }, NOW)).toBe(standing)
})

test('S84 when nobody knows since when a number is proven, only answered mornings count', () => {
  expect(standingOf({ numberSince: null, answered: 3 }, NOW)).toBe(1)
})
