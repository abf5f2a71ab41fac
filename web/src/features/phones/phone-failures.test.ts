import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/api-failure.ts'
import { codeTrouble, sendingFailure, verifyingFailure } from './phone-failures.ts'

const refused = (message: string, status = 400) => new ApiFailure(status, { message })

test.each([
  ['an invalid number', refused('Invalid phone number'), 'Invalid phone number'],
  [
    'a number that is no E.164',
    refused('Phone number must be in E.164 format (e.g., +1234567890)'),
    'Invalid phone number',
  ],
  ['a short number', refused('Phone number must include country code and at least 5 digits'), 'Phone number too short'],
  ['too many', refused('Too many requests. Please try again in 5 minutes.', 429), 'Too many attempts'],
  ['a used up quota', refused('quota exceeded'), 'Service temporarily unavailable'],
  ['a timeout', new Error('SMS send timeout'), 'Connection timeout'],
  ['a captcha that is missing', new Error('reCAPTCHA not initialized'), 'reCAPTCHA not initialized'],
  ['anything else', refused('Boom', 500), 'Failed to send code'],
])('PHONE-6 sending fails by %s', (_case, error, title) => {
  expect(sendingFailure(error).title).toBe(title)
})

test('PHONE-6 a number that texted STOP is told how to start again', () => {
  const words = 'This number stopped our texts. Text START to +15005550006.'
  expect(sendingFailure(refused(words))).toEqual({ title: 'Failed to send code', message: words })
})

test('PHONE-6 an unknown failure has words of its own', () => {
  expect(sendingFailure({}).message).toBe('Please check your phone number and try again.')
})

test.each([
  ['invalid-number', true, 'Invalid phone number'],
  ['stopped', true, 'Failed to send code'],
  ['refused', true, 'Failed to send code'],
  ['late', false, 'Service temporarily unavailable'],
] as const)('PHONE-6 a text that is %s is told, refused: %s', (status, refused, title) => {
  expect(codeTrouble(status)).toMatchObject({ refused, title })
})

test("PHONE-6 a refusal that isn't about the number doesn't ask anyone to check it", () => {
  expect(codeTrouble('refused')?.message).toBe("We couldn't send a text just now. Please try again later.")
  expect(codeTrouble('invalid-number')?.message).toContain('check your phone number format')
})

test('PHONE-6 nothing is told of a text that left, may still leave, or was not asked for', () => {
  expect((['sent', 'waiting', 'none', undefined] as const).map((status) => codeTrouble(status))).toEqual(
    Array(4).fill(null),
  )
})

test('PHONE-6 a number that stopped our texts is told where to text START', () => {
  expect(codeTrouble('stopped', '+15005550006')?.message).toContain('Text START to +15005550006')
})

test.each([
  ['a wrong code', refused('Invalid verification code. Please try again.'), 'Invalid verification code'],
  ['an expired code', refused('This verification code has expired. Please request a new one.'), 'Code expired'],
  ['too many tries', refused('Too many wrong attempts. Please request a new code.'), 'Too many attempts'],
  ['a timeout', new Error('Code verification timeout'), 'Connection timeout'],
  ['a number we cannot call', refused('Invalid phone number. Please check the digits.'), 'Verification failed'],
  ['anything else', refused('Boom', 500), 'Verification failed'],
])('PHONE-7 verifying fails by %s', (_case, error, title) => {
  expect(verifyingFailure(error).title).toBe(title)
})
