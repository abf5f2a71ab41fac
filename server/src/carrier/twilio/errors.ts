import * as z from 'zod'
import type { RejectReason } from '../carrier.ts'
import { jsonOf, type TwilioAnswer } from './request.ts'

export const meanings = <Meaning extends string>(codes: Record<Meaning, number[]>): ReadonlyMap<number, Meaning> =>
  new Map(Object.entries<number[]>(codes).flatMap(([meaning, all]) => all.map((code) => [code, meaning as Meaning])))

/** What error codes mean for a call (Twilio's error dictionary). Any other code isn't about the number. */
const CALL_REFUSALS = meanings<RejectReason>({
  'invalid-number': [13224, 21211, 21214, 21217],
  'not-permitted': [21215, 32224],
  // A trial calls only verified numbers; a full account without a compliance profile calls none in +1.
  'held-account': [10002, 21216, 21219, 21608, 572002, 572005, 573002, 573005],
})

/** No capacity now: too many calls at once, or a day-long queue. */
const WAIT_FOR_CAPACITY_MS: ReadonlyMap<number, number> = new Map([
  [10004, 10_000],
  [22005, 30_000],
])
export const CALL_CODES = [...CALL_REFUSALS.keys(), ...WAIT_FOR_CAPACITY_MS.keys()]

const WAIT_WHEN_TOO_MANY_MS = 2_000
const LONGEST_WAIT_MS = 10 * 60_000

/** Bounded to be shorter than a phone number, because codes are logged. */
const ErrorBody = z.object({ code: z.number().int().min(1).max(999_999) })

/** The carrier's code in an error's body; null if there is none. */
export function errorCode(answer: TwilioAnswer): number | null {
  try {
    return ErrorBody.parse(jsonOf(answer)).code
  } catch {
    return null
  }
}

/** Why the carrier won't call this number; null if it isn't about the number. */
export const rejectReason = (code: number | null): RejectReason | null => CALL_REFUSALS.get(code ?? 0) ?? null

/** How long to wait (ms) before a retry when a response means 'not now'; otherwise null. */
export function waitOf(answer: TwilioAnswer, code: number | null): number | null {
  const capacity = WAIT_FOR_CAPACITY_MS.get(code ?? 0)
  if (capacity !== undefined) return capacity
  if (answer.statusCode !== 429) return null
  const seconds = Number(answer.headers['retry-after'] ?? Number.NaN)
  // The header may also be a date: rare, and no better than the usual wait.
  return Number.isFinite(seconds) && seconds >= 0
    ? Math.min(Math.ceil(seconds * 1000), LONGEST_WAIT_MS)
    : WAIT_WHEN_TOO_MANY_MS
}
