import * as z from 'zod/mini'
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
export const sixDigits = (whenMissing: string) =>
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
