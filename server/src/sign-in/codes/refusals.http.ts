import type { Refusal } from '../../platform/http/errors.ts'
import { usedUpRefusal } from '../../platform/limits/used-up.http.ts'
import type { LimitsRefused } from './email-code-limits.ts'
import type { CodeRefused } from './with-code.ts'

/** Only reason and message differ. Without a code, a try counts as wrong, so nobody learns whether there is one. */
export const codeRefusals: Record<CodeRefused['outcome'], Refusal> = {
  'no-code': { status: 400, reason: 'code-wrong', message: 'Invalid verification code. Please try again.' },
  wrong: { status: 400, reason: 'code-wrong', message: 'Invalid verification code. Please try again.' },
  expired: {
    status: 400,
    reason: 'code-expired',
    message: 'This verification code has expired. Please request a new one.',
  },
  used: {
    status: 400,
    reason: 'code-used',
    message: 'This verification code was already used. Please request a new one.',
  },
  'too-many-tries': {
    status: 400,
    reason: 'code-tried-too-often',
    message: 'Too many wrong attempts. Please request a new code.',
  },
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

export const PHONE_RINGS = 'Your phone will ring in a moment.'

/** Where MAIL_URL is off. */
export const noMail: Refusal = { status: 404, reason: 'not-found', message: 'This Reveille sends no email.' }

/** The person has no number or address that a code could reach. */
export const unreachable: Refusal = {
  status: 403,
  reason: 'forbidden',
  message: "We can't reach you with a code. Use a passkey, or ask an owner for a sign-in link.",
}

/** Only the phone itself can start texts again. */
export const textsStopped = (callerNumber: string): Refusal => ({
  status: 400,
  reason: 'texts-stopped',
  message: `This number has opted out of our texts. Text START to ${callerNumber}.`,
})

/** The answer for any link that doesn't work, so that it reveals nothing about those that do. */
export const linkInvalid: Refusal = {
  status: 400,
  reason: 'link-invalid',
  message: "This link doesn't work anymore. It expired or was used. Ask whoever sent it for a new one.",
}
