import { expect, test } from 'vitest'
import { spacedNumber } from './spaced-number.ts'

test.each([
  ['+12025550123', '+1 202 555 0123'],
  ['+61491570156', '+61 491 570 156'],
  ['+6421123456', '+64 21 123 456'],
  ['+919876543210', '+91 98765 43210'],
  ['+33612345678', '+33 6 12 34 56 78'],
  ['+491555550123', '+49 1555 550 123'],
  ['+6591234567', '+65 9123 4567'],
  ['+1202', '+1 202'],
  ['+12', '+1 2'],
  ['+447700900123', '+447700900123'],
])('PHONE-10 %s is shown as %s, and loses no digit', (full, written) => {
  expect(spacedNumber(full)).toBe(written)
  expect(written.replaceAll(' ', '')).toBe(full)
})
