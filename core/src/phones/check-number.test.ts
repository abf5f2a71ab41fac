import { expect, test } from 'vitest'
import { phoneFormatFault } from './check-number.ts'

const TOO_SHORT = 'Phone number must include country code and at least 5 digits'
const NOT_E164 = 'Phone number must be in E.164 format (e.g., +1234567890)'

test.each([
  ['+12345', null],
  ['+61491570156', null],
  ['+123456789012345', null],
  ['', TOO_SHORT],
  ['+1234', TOO_SHORT],
  ['12345', TOO_SHORT],
  ['1234567890', NOT_E164],
  ['+0123456789', NOT_E164],
  ['+1234567890123456', NOT_E164],
  ['+61 491 570 156', NOT_E164],
  ['+61491570156;ext=3', NOT_E164],
  ['tel:+61491570156', NOT_E164],
  ['+61491570156\n', NOT_E164],
  ['+٦١٤٩١٥٧٠١٥٦', NOT_E164],
])('PHONE-11 the format of %j gives: %s', (phone, fault) => {
  expect(phoneFormatFault(phone)).toBe(fault)
})
