import type { Instant } from '../time/time-zone.ts'
import { applyCarrierEvent, type CallLife, type CarrierEvent, statusWhenHeard } from './call-lifecycle.ts'
import { cutOff, tryAgainAt } from './call-times.ts'
import type { CarrierId } from './call.ts'
import { isCarrierTroubled, TROUBLE_SEEN_FOR_MS } from './carrier-trouble.ts'

/** What became of the request for a call. */
export type Said =
  | { outcome: 'accepted' | 'in-doubt'; refusal?: { status: number } | undefined }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'not-placed'; retryAfterMs: number; refusal?: { status: number } | undefined }

/** This many answers of 'too many requests' in a row aren't about the rate. */
export const MOST_BUSY_IN_A_ROW = 3

export const otherThan = (carrier: CarrierId): CarrierId => (carrier === 1 ? 2 : 1)

const isBusy = (said: Said) => said.outcome === 'not-placed' && said.refusal?.status === 429

/**
 * Whether the other carrier may dial now: this one surely placed nothing, the number isn't at fault, and the cutoff isn't
 * past. Never in doubt: two carriers must not make two rings.
 */
export function mayFailOver(
  said: Said,
  { dueAt, at, busyInARow }: { dueAt: Instant; at: Instant; busyInARow: number },
): boolean {
  if (at > cutOff(dueAt)) return false
  switch (said.outcome) {
    case 'accepted':
    case 'in-doubt':
      return false
    case 'rejected':
      return said.reason !== 'invalid-number'
    case 'not-placed':
      if (!isBusy(said) || busyInARow >= MOST_BUSY_IN_A_ROW) return true
      return tryAgainAt(dueAt, at, said.retryAfterMs) === null
  }
}

/** Turns the end of a call whose carrier never asked what to say into a failure: somebody picked up and heard nothing. */
export function asHeard(call: CallLife & { fetchedAt: Instant | null }, event: CarrierEvent): CarrierEvent {
  if (event.type !== 'ended') return event
  const { answeredAt, fetchedAt, keyedAt, confirmedAt } = call
  const isSilent = answeredAt !== null && fetchedAt === null && keyedAt === null && confirmedAt === null
  const isTalk = applyCarrierEvent(call, event).status === statusWhenHeard(call)
  return isSilent && isTalk ? { ...event, how: 'failed' } : event
}

/** Whether the carrier lost a call before anybody heard a word. */
export const wasDropped = ({ failure, fetchedAt }: { failure: string | null; fetchedAt: Instant | null }): boolean =>
  (failure === 'broke-off' || failure === 'carrier-failed') && fetchedAt === null

/** The other one if this one lost the last call before anybody heard a word, otherwise the first. */
export function carrierOfNext(
  last: { failure: string | null; fetchedAt: Instant | null; carrier: CarrierId } | undefined,
): CarrierId {
  return last !== undefined && wasDropped(last) ? otherThan(last.carrier) : 1
}

/** The breaker judges a carrier by this many answers, so that a dead one opens it within ten calls after a good hour. */
export const JUDGED_ANSWERS = 20

/** `half-open`: it answers questions again, and one follow-up may try it; no first call does. */
export type BreakerState = 'closed' | 'open' | 'half-open'

export type Breaker = {
  state: BreakerState
  since: Instant
  /** The last answers to requests for calls, oldest first. */
  answers: readonly { at: Instant; isGood: boolean }[]
  busyInARow: number
}

export const closedBreaker = (now: Instant): Breaker => ({ state: 'closed', since: now, answers: [], busyInARow: 0 })

/** The breaker after the answer to a request that left at `sentAt`. */
export function afterAnswer(breaker: Breaker, said: Said, { sentAt, at }: { sentAt: Instant; at: Instant }): Breaker {
  const busyInARow = isBusy(said) ? breaker.busyInARow + 1 : 0
  const isGood = verdictOf(said)
  if (isGood === null) return { ...breaker, busyInARow }
  if (breaker.state !== 'closed') {
    // An answer to an earlier request says nothing about the recovery.
    if (sentAt < breaker.since) return { ...breaker, busyInARow }
    return isGood ? closedBreaker(at) : { ...breaker, state: 'open', since: at, busyInARow }
  }
  const answers = [...breaker.answers, { at, isGood }]
    .filter((answer) => answer.at > at - TROUBLE_SEEN_FOR_MS)
    .slice(-JUDGED_ANSWERS)
  const taken = answers.filter((answer) => answer.isGood).length
  const isTroubled = isCarrierTroubled({ taken, notTaken: answers.length - taken })
  return isTroubled ? { state: 'open', since: at, answers: [], busyInARow } : { ...breaker, answers, busyInARow }
}

/** Whether the carrier did its part; null when the answer is about a number, a country or the rate. */
function verdictOf(said: Said): boolean | null {
  if (said.outcome === 'accepted') return true
  if (said.outcome === 'rejected') return said.reason === 'held-account' ? false : null
  return isBusy(said) ? null : false
}
