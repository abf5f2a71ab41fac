import { withoutGroups } from '@reveille/core/people/typed-text'
import { E164_PATTERN, PHONE_FAULTS, SHORTEST_PHONE } from '@reveille/core/phones/phone-number'
import { HIGHEST_COST, USUAL_COST } from '@reveille/core/sign-in/captcha-cost'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import * as z from 'zod/mini'
import { Captcha, typedCode, User } from './sign-in.ts'

/** Format only; the server decides which numbers may be called (PHONE-11). */
export const Phone = z
  .string('Please enter your phone number.')
  .check(
    z.overwrite(withoutGroups),
    z.minLength(1),
    z.minLength(SHORTEST_PHONE, PHONE_FAULTS.short),
    z.regex(E164_PATTERN, PHONE_FAULTS.form),
  )

/** Which of a person's numbers this is to be: their wake-up number, or the second one that the last tries ring. */
export const NumberPlace = z.optional(z.enum(['first', 'second']))

/** Which puzzle is wanted: for a text to this number, or for anything else, and as costly as a refusal said. */
export const CaptchaWanted = z.object({
  phone: z.optional(Phone),
  cost: z.optional(z.coerce.number().check(z.int(), z.gte(USUAL_COST), z.lte(HIGHEST_COST))),
})

/** How a code goes to the number: as a text, unless a call is wanted that says it. */
export const CodeWay = z.optional(z.enum(['text', 'call']))

export const PhoneCodeRequest = z.object({ phone: Phone, as: NumberPlace, by: CodeWay, captcha: Captcha })
/** The number whose code is asked about. */
export const PhoneCodeOf = z.object({ phone: Phone, as: NumberPlace })
/**
 * PHONE-6: what became of a code's text or call. `waiting` becomes `late` after a few seconds, and it may still come. After
 * `invalid-number`, `stopped`, `too-many`, `refused`, `undelivered` and `no-texts` none does, and another may be requested at once. Of a
 * call: `calling`, then `heard` or `unanswered`; or `call-late` and `call-refused`. `none`: none was requested.
 */
export const PhoneCodeStatus = z.object({
  status: z.enum([
    'none',
    'waiting',
    'late',
    'sent',
    'invalid-number',
    'stopped',
    'too-many',
    'refused',
    'undelivered',
    'no-texts',
    'calling',
    'call-late',
    'call-refused',
    'heard',
    'unanswered',
  ]),
  /** Which of our numbers texts this phone: where START goes. */
  callerNumber: z.string(),
})
export type PhoneCodeStatus = z.infer<typeof PhoneCodeStatus>
/**
 * PHONE-11: whether the number is taken from another account that uses it. Our pages send `false` first, and ask the
 * person when the answer is `number-held`; without it the number moves.
 */
const TakeOver = z.optional(z.boolean())
export const PhoneCode = z.object({
  phone: Phone,
  as: NumberPlace,
  takeOver: TakeOver,
  otp: typedCode(`Please enter the ${CODE_DIGITS}-digit verification code.`),
})
/** PHONE-4: the token that the phone provider gave the browser after the code was entered. */
export const FirebasePhone = z.object({
  phone: Phone,
  as: NumberPlace,
  takeOver: TakeOver,
  firebaseToken: z.string('Failed to get Firebase token').check(z.minLength(1), z.maxLength(8192)),
})
/** 'That wasn't me': the token of the link in the email or text about a changed number (S71). */
export const NumberDisowned = z.object({ token: z.string() })
export const PhoneVerified = z.object({ message: z.string(), user: User })
