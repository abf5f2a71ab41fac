import * as z from 'zod/mini'
import { E164_PATTERN, PHONE_FAULTS, SHORTEST_PHONE } from '@reveille/core/phones/phone-number'
import { Id, IsoInstant } from './instant.ts'
import { writtenText } from './written-text.ts'

/** What the browser may know of the signed-in person. */
export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  isPersonalized: z.boolean(),
})
export type User = z.infer<typeof User>

/** AUTH-4: a failure of any kind means signed out. */
export const AuthState = z.object({ authenticated: z.boolean(), user: z.optional(User) })
export type AuthState = z.infer<typeof AuthState>

/** Trimmed and lower-cased once, here; 254 is the longest address that mail can carry (RFC 5321). */
export const Email = z
  .string('Please enter your email address.')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Please enter your email address.'),
    z.maxLength(254, 'Please enter a valid email address.'),
    z.email('Please enter a valid email address.'),
  )

/** A code as it is typed (CODE-1). */
const sixDigits = (whenMissing: string) =>
  z.string(whenMissing).check(z.trim(), z.regex(/^[0-9]{6}$/, 'OTP must be exactly 6 digits'))
export const Otp = sixDigits('Please enter the verification code sent to your email.')

export const PersonName = writtenText('Please enter your full name.').check(
  z.minLength(1, 'Please enter your full name.'),
  z.maxLength(100, 'Please use at most 100 characters for your name.'),
)

/** The proof-of-work answer of the self-hosted captcha; asked for only when `captchaRequired` was answered. */
export const Captcha = z.optional(z.string().check(z.maxLength(4096, 'Please complete the captcha again.')))

export const EmailCodeRequest = z.object({ email: Email, captcha: Captcha })
/** `login`: the address has an account. Any other type: it has none, and the code is good for signing up. */
export const EmailCodeSent = z.object({ type: z.enum(['login', 'signup']), message: z.string() })

export const Login = z.object({ email: Email, otp: Otp, rememberMe: z._default(z.boolean(), false) })
export const SignUp = z.object({ email: Email, otp: Otp, name: PersonName })
export const SignedIn = z.object({ user: User })

/** One place where the person is signed in (AUTH-9); `current` is the one that asks. */
export const SignedInSession = z.object({
  current: z.boolean(),
  /** The browser in its own words. */
  browser: z.string(),
  remembered: z.boolean(),
  signedInAt: IsoInstant,
  lastSeenAt: IsoInstant,
  endsAt: IsoInstant,
})
export const SignedInSessions = z.array(SignedInSession)

/** The puzzle as altcha's widget reads it. */
export const CaptchaChallenge = z.looseObject({})

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
