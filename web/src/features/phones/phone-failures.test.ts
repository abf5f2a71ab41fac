import type { Reason } from '@reveille/contract/api-error'
import { expect, test } from 'vitest'
import { ApiRequestError, KnownError } from '../../api/api-failure.ts'
import { boxesFailure, codeTrouble, sendingFailure, verifyingFailure } from './phone-failures.ts'
import { captchaMissing } from './phone-proof.ts'

const refused = (reason: Reason, message = 'No.') => new ApiRequestError(400, reason, message)

test.each([
  ['an invalid number', refused('number-invalid'), 'Invalid phone number'],
  ['a short number', refused('number-too-short'), 'Phone number too short'],
  ['a country without calls', refused('country-not-served'), 'Failed to send code'],
  ['too many requests', refused('too-many-requests'), 'Too many attempts'],
  ['an exhausted quota', new KnownError('quota-used-up', 'No.'), 'Service temporarily unavailable'],
  ['a timeout', new KnownError('timed-out', 'SMS send timeout'), 'Connection timeout'],
  ['a missing captcha', captchaMissing(), 'reCAPTCHA not initialized'],
  ['anything else', refused('internal'), 'Failed to send code'],
  [
    'a reason only in the message',
    refused('invalid-input', 'Too many! The phone number is invalid.'),
    'Failed to send code',
  ],
])('PHONE-6 the title when sending fails: %s', (_case, error, title) => {
  expect(sendingFailure(error).title).toBe(title)
})

test('PHONE-6 a number that texted STOP is shown how to start again', () => {
  const words = 'This number has opted out of our texts. Text START to +15005550006.'
  expect(sendingFailure(refused('texts-stopped', words))).toEqual({ title: 'Failed to send code', message: words })
})

test('PHONE-6 after too many attempts the wait is stated once', () => {
  const message = 'Too many requests. Please try again in 43 minutes.'
  expect(sendingFailure(refused('too-many-requests', message))).toEqual({ title: 'Too many attempts', message })
})

test("PHONE-16 with texts off, an invalid number isn't said to need to be a mobile one", () => {
  expect(sendingFailure(refused('number-invalid'), false).message).not.toContain('mobile')
  expect(codeTrouble('invalid-number', undefined, false)?.message).not.toContain('mobile')
})

test('PHONE-6 an unknown failure has its own message', () => {
  expect(sendingFailure({}).message).toBe('Please check your phone number and try again.')
})

test.each([
  ['invalid-number', true, 'Invalid phone number'],
  ['stopped', true, 'Failed to send code'],
  ['refused', true, 'Failed to send code'],
  ['too-many', true, 'Too many attempts'],
  ['undelivered', true, 'Text not delivered'],
  ['no-texts', true, 'Text not delivered'],
  ['call-refused', true, 'Call not placed'],
  ['late', false, 'Service temporarily unavailable'],
  ['call-late', false, 'Your phone may still ring'],
  ['unanswered', false, 'No answer'],
] as const)('PHONE-6 the page reports a code that is %s, refused: %s', (status, refused, title) => {
  expect(codeTrouble(status)).toMatchObject({ refused, title })
})

test("PHONE-6 a refusal that isn't about the number doesn't ask anyone to check it", () => {
  expect(codeTrouble('refused')?.message).toBe(
    "We can't text this number right now. Want us to call you with the code?",
  )
  expect(codeTrouble('invalid-number')?.message).toContain('check your phone number format')
})

test('PHONE-6 the page reports no trouble with a code that was sent, is waiting or was never requested', () => {
  expect(
    (['sent', 'waiting', 'calling', 'heard', 'none', undefined] as const).map((status) => codeTrouble(status)),
  ).toEqual(Array(6).fill(null))
})

test('PHONE-6 a number that stopped our texts is shown where to text START', () => {
  expect(codeTrouble('stopped', '+15005550006')?.message).toContain('text START to +15005550006')
})

test.each([
  ['a wrong code', refused('code-wrong'), 'Invalid verification code'],
  ['an expired code', refused('code-expired'), 'Code expired'],
  ['a used code', refused('code-used'), 'Verification failed'],
  ['too many tries', refused('code-tried-too-often'), 'Too many attempts'],
  ['too many requests', refused('too-many-requests'), 'Too many attempts'],
  ['a timeout', new KnownError('timed-out', 'Code verification timeout'), 'Connection timeout'],
  [
    'a number we cannot call',
    refused('number-invalid', 'Invalid phone number. Please check the digits and the country code.'),
    'Verification failed',
  ],
  ['anything else', refused('internal'), 'Verification failed'],
])('PHONE-7 the title when verifying fails: %s', (_case, error, title) => {
  expect(verifyingFailure(error, 'text').title).toBe(title)
})

test.each([
  [
    'a wrong code',
    verifyingFailure(refused('code-wrong'), 'text'),
    'Please check the code in the text message and try again.',
  ],
  [
    'a wrong code from a call',
    verifyingFailure(refused('code-wrong'), 'call'),
    'Please check the code from our call and try again.',
  ],
  ['an expired code', verifyingFailure(refused('code-expired'), 'text'), 'Please request a new one.'],
  [
    'a timeout',
    verifyingFailure(new KnownError('timed-out', 'x'), 'text'),
    'Please check your connection and try again.',
  ],
  ['no message', verifyingFailure({}, 'text'), 'Please check your connection and try again.'],
  ['an expired code in the boxes', boxesFailure(refused('code-expired')), "We're sending you a new one."],
  ['no message in the boxes', boxesFailure({}), 'Please try again.'],
  ['no captcha', sendingFailure(captchaMissing()), "The captcha couldn't load. Please try again."],
  ['an exhausted quota', sendingFailure(new KnownError('quota-used-up', 'x')), 'SMS service busy'],
  ['a late text', codeTrouble('late'), expect.stringContaining('Your code may still arrive')],
])('PHONE-6 PHONE-7 after %s the message says what to do', (_case, said, words) => {
  expect(said?.message).toEqual(words)
})

test('PHONE-6 the heading above the code says that none was sent, or that it is late', () => {
  expect(codeTrouble('refused')?.heading).toBe("We couldn't text your code")
  expect(codeTrouble('late')?.heading).toBe('Your code is late')
  expect(codeTrouble('stopped')?.message).toContain('text START to our number')
})

test.each([
  ['a wrong code', refused('code-wrong'), 'Incorrect code', 'clear'],
  ['too many tries', refused('code-tried-too-often'), 'Too many attempts', 'clear'],
  ['an expired code', refused('code-expired'), 'Code expired', 'resend'],
  ['a used code', refused('code-used'), 'Verification failed', null],
  ['a number we cannot call', refused('number-invalid', 'Invalid phone number.'), 'Verification failed', null],
  ['a reason only in the message', refused('invalid-input', 'The code expired.'), 'Verification failed', null],
  ['no response', new Error('offline'), 'Verification failed', null],
])('PHONE-10 in the boxes, %s has its title and next step', (_case, error, title, next) => {
  expect(boxesFailure(error)).toMatchObject({ title, next })
})
