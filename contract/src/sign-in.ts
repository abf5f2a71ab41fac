import { withoutGroups } from '@reveille/core/people/typed-text'
import { EMAIL_FAULTS, readEmail } from '@reveille/core/sign-in/email-address'
import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import * as z from 'zod/mini'
import { Id, IsoInstant } from './instant.ts'
import { writtenName } from './written-text.ts'

/** What the browser gets to know about the signed-in person. */
export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  isPersonalized: z.boolean(),
  /** Present if this person is an owner of the installation. */
  isOwner: z.optional(z.boolean()),
  /** How a code reaches them, if not by email. */
  codesBy: z.optional(z.enum(['call', 'none'])),
})
export type User = z.infer<typeof User>

/** Any failure means signed out. */
export const AuthState = z.object({ authenticated: z.boolean(), user: z.optional(User) })
export type AuthState = z.infer<typeof AuthState>

/** Normalized here, so that no code sees an address as typed. */
export const Email = z.string(EMAIL_FAULTS.missing).check(
  z.refine((typed) => readEmail(typed).fault === null, { error: ({ input }) => readEmail(String(input)).fault }),
  z.overwrite((typed) => readEmail(typed).address ?? typed),
)

const CODE = new RegExp(`^[0-9]{${CODE_DIGITS}}$`)

/** A typed or pasted code may be in groups and in the digits of any script. */
export const typedCode = (whenMissing: string) =>
  z.string(whenMissing).check(z.overwrite(withoutGroups), z.regex(CODE, `OTP must be exactly ${CODE_DIGITS} digits`))
export const Otp = typedCode('Please enter the verification code sent to your email.')

export const PersonName = writtenName(100, ' for your name', 'Please enter your full name.').check(z.minLength(1))

/** The solution of the proof of work, required only after `captchaRequired`. */
export const Captcha = z.optional(z.string().check(z.maxLength(4096, 'Please complete the captcha again.')))

/** The part after # in a link that sets up the installation, invites or signs in. */
const LinkSecret = z.string().check(z.maxLength(100))

export const LinkLook = z.object({ link: LinkSecret })
/**
 * What a link is for. `name`: the invited person's, as the owner wrote it. `by`: who made it. `takes`: the proofs of which a
 * sign-in link needs one; missing or empty if the link alone is enough.
 */
export const LinkShown = z.object({
  kind: z.enum(['setup', 'invitation', 'sign-in']),
  name: z.nullable(z.string()),
  by: z.nullable(z.string()),
  takes: z.optional(z.array(z.enum(['call', 'passkey']))),
})
export type LinkShown = z.infer<typeof LinkShown>

/** `link` lets an invited person sign up where not everybody may. */
export const EmailCodeRequest = z.object({ email: Email, captcha: Captcha, link: z.optional(LinkSecret) })
/**
 * `login`: the address has an account. `signup`: it has none, and the code is for signing up. Where not everybody may sign
 * up it's always `login`, so that strangers don't learn who has an account.
 */
export const EmailCodeSent = z.object({ type: z.enum(['login', 'signup']), message: z.string() })

export const Login = z.object({ email: Email, otp: Otp, rememberMe: z._default(z.boolean(), false) })
/** `otp`: missing where no email is sent, and the link alone makes the account. */
export const SignUp = z.object({
  email: Email,
  otp: z.optional(Otp),
  name: PersonName,
  rememberMe: z._default(z.boolean(), false),
  link: z.optional(LinkSecret),
})
/** `otp`: the code from the call, where the link takes one. */
export const LinkLogin = z.object({
  link: LinkSecret,
  otp: z.optional(Otp),
  rememberMe: z._default(z.boolean(), false),
})
export const SignedIn = z.object({ user: User })

/** One of the person's sessions. `current`: the one of this request. */
const SignedInSession = z.object({
  current: z.boolean(),
  /** The User-Agent. */
  browser: z.string(),
  remembered: z.boolean(),
  signedInAt: IsoInstant,
  lastSeenAt: IsoInstant,
  endsAt: IsoInstant,
})
export const SignedInSessions = z.array(SignedInSession)

/** A challenge in the format of Altcha's widget. */
export const CaptchaChallenge = z.looseObject({})
