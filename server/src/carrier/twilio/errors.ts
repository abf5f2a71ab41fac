import * as z from 'zod'
import type { RejectReason } from '../carrier.ts'
import type { TwilioAnswer } from './request.ts'

/** What error codes mean for a call (Twilio's error dictionary). Any other code isn't about the number. */
const CALL_REFUSALS: Readonly<Record<number, RejectReason>> = {
  13224: 'invalid-number',
  21211: 'invalid-number',
  21214: 'invalid-number',
  21217: 'invalid-number',
  21215: 'not-permitted',
  32224: 'not-permitted',
  // A trial calls only verified numbers; a full account without a compliance profile calls none in +1.
  10002: 'held-account',
  21216: 'held-account',
  21219: 'held-account',
  21608: 'held-account',
  572002: 'held-account',
  572005: 'held-account',
  573002: 'held-account',
  573005: 'held-account',
}

/** No capacity now: too many calls at once, or a day-long queue. */
const WAIT_FOR_CAPACITY_MS: Readonly<Record<number, number>> = { 10004: 10_000, 22005: 30_000 }
export const CALL_CODES = [...Object.keys(CALL_REFUSALS), ...Object.keys(WAIT_FOR_CAPACITY_MS)].map(Number)

const WAIT_WHEN_TOO_MANY_MS = 2_000
const LONGEST_WAIT_MS = 10 * 60_000

/** Bounded to be shorter than a phone number, because codes are logged. */
const ErrorBody = z.object({ code: z.number().int().min(1).max(999_999) })

/** The carrier's code in an error's body; null if there is none. */
export async function errorCode(answer: TwilioAnswer): Promise<number | null> {
  const text = await answer.body.text()
  try {
    return ErrorBody.parse(JSON.parse(text)).code
  } catch {
    return null
  }
}

/** Why the carrier won't call this number; null if it isn't about the number. */
export function rejectReason(code: number | null): RejectReason | null {
  return CALL_REFUSALS[code ?? 0] ?? null
}

/** How long to wait (ms) before a retry when a response means 'not now'; otherwise null. */
export function waitOf(answer: TwilioAnswer, code: number | null): number | null {
  const capacity = WAIT_FOR_CAPACITY_MS[code ?? 0]
  if (capacity !== undefined) return capacity
  if (answer.statusCode !== 429) return null
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN)
  // The header may also be a date: rare, and no better than the usual wait.
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(Math.ceil(seconds * 1000), LONGEST_WAIT_MS)
    : WAIT_WHEN_TOO_MANY_MS
}
