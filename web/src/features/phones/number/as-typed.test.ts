import { expect, test } from 'vitest'
import { asTyped } from './as-typed.ts'

const OFFERED = ['+1', '+61', '+64', '+91', '+33', '+49', '+65']

test.each([
  ['+1', '202', '(202)'],
  ['+1', '2025550123', '(202) 555-0123'],
  ['+61', '0491570156', '0491 570 156'],
  ['+33', '0612345678', '06 12 34 56 78'],
  ['+91', '9876543210', '98765 43210'],
  ['+1', '', ''],
])('PHONE-1 a number of %s is grouped while it is typed: %s', (country, typed, number) => {
  expect(asTyped(typed, country, OFFERED)).toEqual({ country, number })
})

test.each([
  ['+61 491 570 156', '+1', { country: '+61', number: '0491 570 156' }],
  [' +1 (202) 555-0123', '+61', { country: '+1', number: '(202) 555-0123' }],
  ['0061 491 570 156', '+1', { country: '+61', number: '0491 570 156' }],
  ['12025550123', '+1', { country: '+1', number: '(202) 555-0123' }],
  ['61491570156', '+61', { country: '+61', number: '0491 570 156' }],
  ['+44 7400 123456', '+1', { country: '+1', number: '+44 7400 123456' }],
  ['+6149', '+1', { country: '+1', number: '+61 49' }],
])('PHONE-1 a whole number chooses its country: %s', (typed, country, expected) => {
  expect(asTyped(typed, country, OFFERED)).toEqual(expected)
})
