import { withoutGroups } from '@reveille/core/people/typed-text'
import { E164_PATTERN, PHONE_FAULTS, SHORTEST_PHONE } from '@reveille/core/phones/check-number'
import { HIGHEST_COST, USUAL_COST } from '@reveille/core/sign-in/captcha-cost'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import * as z from 'zod/mini'
import { Captcha, typedCode, User } from './sign-in.ts'

/** Checks only the format; the server decides which numbers we may call. */
export const Phone = z
  .string('Please enter your phone number.')
  .check(
    z.overwrite(withoutGroups),
    z.minLength(1),
    z.minLength(SHORTEST_PHONE, PHONE_FAULTS.short),
    z.regex(E164_PATTERN, PHONE_FAULTS.form),
  )

/** Which number of the person it becomes: the wake-up number, or the second one, which the last tries ring. */
export const NumberPlace = z.optional(z.enum(['first', 'second']))

/** What the captcha is for: a text to this number, or anything else. `cost`: as the refusal demands. */
export const CaptchaWanted = z.object({
  phone: z.optional(Phone),
  cost: z.optional(z.coerce.number().check(z.int(), z.gte(USUAL_COST), z.lte(HIGHEST_COST))),
})

/** How to send the code: as a text by default, or in a call. */
export const CodeWay = z.optional(z.enum(['text', 'call']))

export const PhoneCodeRequest = z.object({ phone: Phone, as: NumberPlace, by: CodeWay, captcha: Captcha })
/** `by`: how the code goes out; landlines always get a call. An older server doesn't say. */
export const PhoneCodeSent = z.object({ message: z.string(), by: CodeWay })
export const PhoneCodeOf = z.object({ phone: Phone, as: NumberPlace })
/**
 * What became of a code's text or call. `waiting` becomes `late` after a few seconds, but the text may still come. After
 * `invalid-number`, `stopped`, `too-many`, `refused`, `undelivered` and `no-texts` it won't, and another may be requested
 * at once. A call is `calling`, then `heard` or `unanswered`; or `call-late` or `call-refused`.
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
  /** Which of our numbers texts this phone, for a person who must text START to it. */
  callerNumber: z.string(),
})
export type PhoneCodeStatus = z.infer<typeof PhoneCodeStatus>
/**
 * Whether to take the number from another account. Our pages send `false` first and ask the person if the response is
 * `number-held`. Without this field, the number moves.
 */
const TakeOver = z.optional(z.boolean())
export const PhoneCode = z.object({
  phone: Phone,
  as: NumberPlace,
  takeOver: TakeOver,
  otp: typedCode(`Please enter the ${CODE_DIGITS}-digit verification code.`),
})
/** The token that Firebase gave the browser for the entered code. */
export const FirebasePhone = z.object({
  phone: Phone,
  as: NumberPlace,
  takeOver: TakeOver,
  firebaseToken: z.string('Failed to get Firebase token').check(z.minLength(1), z.maxLength(8192)),
})
/** 'That wasn't me': the token in the link of the email or text about a changed number. */
export const NumberDisowned = z.object({ token: z.string() })
export const PhoneVerified = z.object({ message: z.string(), user: User })
