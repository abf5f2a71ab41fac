import { expect, test } from 'vitest'
import { COUNTRIES, fullNumber } from './countries.ts'

test('PHONE-1 seven countries can be chosen, +1 first', () => {
  expect(COUNTRIES.map(({ code }) => code)).toEqual(['+1', '+61', '+64', '+91', '+33', '+49', '+65'])
})

test.each([
  ['digits', '+1', '2025550123', '+12025550123'],
  ['spaces and dashes', '+1', '(202) 555-0123', '+12025550123'],
  ['the 0 of a number at home', '+61', '0491 570 156', '+61491570156'],
  ['a whole number', '+1', '+49 1555 550123', '+491555550123'],
])('PHONE-12 the full number is made of %s', (_case, country, typed, expected) => {
  expect(fullNumber(country, typed)).toBe(expected)
})
