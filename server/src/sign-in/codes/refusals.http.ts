import type { Refusal } from '../../platform/http/errors.ts'
import { waitInWords } from '../../platform/http/wait-words.ts'
import type { LimitsPassed } from './email-code-limits.ts'
import type { CodeVerdict } from './guess-limit.ts'

/** CODE-4: the reason is in the words and nowhere else. */
export const codeRefusals: Record<Exclude<CodeVerdict, 'right'>, Refusal> = {
  'no-code': { status: 400, message: 'Invalid verification code. Please try again.' },
  wrong: { status: 400, message: 'Invalid verification code. Please try again.' },
  expired: { status: 400, message: 'This verification code has expired. Please request a new one.' },
  used: { status: 400, message: 'This verification code was already used. Please request a new one.' },
  'too-many-tries': { status: 400, message: 'Too many wrong attempts. Please request a new code.' },
}

/** What is answered when no code is sent now; a wait is said in words too (CODE-3). */
export function limitRefusal(limits: Exclude<LimitsPassed, { outcome: 'passed' }>): Refusal {
  if (limits.outcome === 'captcha-required') {
    return { status: 400, captchaRequired: true, message: 'Please complete the captcha.' }
  }
  const { retryAfterS } = limits
  return {
    status: 429,
    retryAfterSeconds: retryAfterS,
    message: `Too many requests. Please try again ${waitInWords(retryAfterS)}.`,
  }
}
