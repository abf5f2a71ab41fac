import { E164_PATTERN, PHONE_FAULTS, SHORTEST_PHONE } from '@reveille/core/phones/phone-number'
import * as z from 'zod/mini'
import { Captcha, sixDigits, User } from './sign-in.ts'

/** Format only; which numbers may be called is the server's to decide (PHONE-11). */
export const Phone = z
  .string('Please enter your phone number.')
  .check(
    z.trim(),
    z.minLength(1, 'Please enter your phone number.'),
    z.minLength(SHORTEST_PHONE, PHONE_FAULTS.short),
    z.regex(E164_PATTERN, PHONE_FAULTS.form),
  )

/** Which puzzle is wanted: one for a text to this number, or one for anything else. */
export const CaptchaWanted = z.object({ phone: z.optional(Phone) })

export const PhoneCodeRequest = z.object({ phone: Phone, captcha: Captcha })
/** Which number's code is asked about. */
export const PhoneCodeOf = z.object({ phone: Phone })
/**
 * PHONE-6: what became of the text with a code. `waiting` turns into `late` after a few seconds, and the text may still
 * come; after the three refusals it does not, and another may be asked for at once. `none`: none was asked for.
 */
export const PhoneCodeStatus = z.object({
  status: z.enum(['none', 'waiting', 'late', 'sent', 'invalid-number', 'stopped', 'refused']),
})
export type PhoneCodeStatus = z.infer<typeof PhoneCodeStatus>
export const PhoneCode = z.object({
  phone: Phone,
  otp: sixDigits('Please enter the 6-digit verification code.'),
})
/** PHONE-4: what the phone provider gave the browser after the code was entered. */
export const FirebasePhone = z.object({
  phone: Phone,
  firebaseToken: z
    .string('Failed to get Firebase token')
    .check(z.minLength(1, 'Failed to get Firebase token'), z.maxLength(8192, 'Failed to get Firebase token')),
})
export const PhoneVerified = z.object({ message: z.string(), user: User })
