import { type Refusal, refusal } from '../../platform/http/errors.ts'
import { usedUpRefusal, waitInWords } from '../../platform/limits/used-up.http.ts'
import type { LimitsRefused, TooMany } from './email-code-limits.ts'
import type { CodeRefused } from './with-code.ts'

/** Only reason and message differ. Without a code, a try counts as wrong, so nobody learns whether there is one. */
export const codeRefusals: Record<CodeRefused['outcome'], Refusal> = {
  'no-code': refusal(400, 'code-wrong', 'Invalid verification code. Please try again.'),
  wrong: refusal(400, 'code-wrong', 'Invalid verification code. Please try again.'),
  expired: refusal(400, 'code-expired', 'This verification code has expired. Please request a new one.'),
  used: refusal(400, 'code-used', 'This verification code was already used. Please request a new one.'),
  'too-many-tries': refusal(400, 'code-tried-too-often', 'Too many wrong attempts. Please request a new code.'),
}

/** The answer when no code is sent; its message contains the wait too. */
export function limitRefusal(limits: LimitsRefused): Refusal {
  if (limits.outcome === 'captcha-required') {
    return {
      status: 400,
      reason: 'captcha-required',
      message: 'Please complete the captcha.',
      captchaCost: limits.cost,
    }
  }
  return usedUpRefusal(limits)
}

/** Codes that turn calls back on. */
export const onlyOneADay = (limits: TooMany): Refusal => ({
  ...usedUpRefusal(limits),
  message: `We send one code a day, and already sent today's. You can get another ${waitInWords(limits.retryAfterS)}. Until then we can't call you, so set another alarm.`,
})

export const PHONE_RINGS = 'Your phone will ring in a moment.'

/** Where MAIL_URL is off. */
export const noMail = refusal(404, 'not-found', 'This Reveille sends no email.')

/** The person has no number or address that a code could reach. */
export const unreachable = refusal(
  403,
  'forbidden',
  "We can't reach you with a code. Use a passkey, or ask an owner for a sign-in link.",
)

/** Only the phone itself can start texts again. */
export const textsStopped = (callerNumber: string): Refusal =>
  refusal(400, 'texts-stopped', `This number has opted out of our texts. Text START to ${callerNumber}.`)

/** The answer for any link that doesn't work, so that it reveals nothing about those that do. */
export const linkInvalid = refusal(
  400,
  'link-invalid',
  "This link doesn't work anymore. It expired or was used. Ask whoever sent it for a new one.",
)
