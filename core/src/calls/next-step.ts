import { MINUTE_MS } from '../time/duration.ts'
import type { Instant } from '../time/time-zone.ts'
import type { CallKind, CallStatus } from './call-lifecycle.ts'

/** The outcome of an occurrence (CALL-2). */
export type Outcome = 'answered' | 'missed' | 'failed' | 'skipped' | 'cancelled'

/** A finished call of the occurrence. */
export type FinishedCall = {
  kind: CallKind
  status: CallStatus
  endedAt: Instant
  confirmed: boolean
  snoozed: boolean
}

export type NextStep = { step: 'close'; outcome: Outcome } | { step: 'call-again'; kind: CallKind; dueAt: Instant }

/** An unanswered call is retried (CALL-4). */
export const MAX_RETRIES = 2
export const RETRY_AFTER_MS = 5 * MINUTE_MS
/** Key 2 snoozes (CALL-7). */
export const MAX_SNOOZES = 3
export const SNOOZE_MS = 9 * MINUTE_MS
/** A call answered without a key is followed by one wake check (CALL-4). */
export const WAKE_CHECK_AFTER_MS = 5 * MINUTE_MS
/** Minimum pause after the end of one call before the next to the same person (CALL-14). */
export const LINE_REST_MS = 15_000

/**
 * What follows the end of an occurrence's last call (CALL-4, CALL-7). `earlier` are the calls before it, in order;
 * every wait counts from the end of the last call.
 */
export function nextStep(last: FinishedCall, earlier: readonly FinishedCall[], callRetry: boolean): NextStep {
  const all = [...earlier, last]
  if (all.some((call) => call.confirmed)) return { step: 'close', outcome: 'answered' }
  if (last.snoozed) return { step: 'call-again', kind: 'snooze', dueAt: last.endedAt + SNOOZE_MS }
  switch (last.status) {
    case 'completed':
      if (last.kind === 'sample' || all.some((call) => call.kind === 'wake-check')) return close(all)
      return { step: 'call-again', kind: 'wake-check', dueAt: last.endedAt + WAKE_CHECK_AFTER_MS }
    case 'no_answer':
      if (!mayRetry(last, all, callRetry)) return close(all)
      return { step: 'call-again', kind: 'retry', dueAt: last.endedAt + RETRY_AFTER_MS }
    case 'failed':
    case 'pending':
    case 'answered':
      return close(all)
  }
}

function mayRetry(last: FinishedCall, all: readonly FinishedCall[], callRetry: boolean): boolean {
  if (!callRetry || last.kind === 'sample' || last.kind === 'wake-check') return false
  return all.filter((call) => call.kind === 'retry').length < MAX_RETRIES
}

/** Answered when a person answered any call, failed when none could be placed, missed otherwise. */
function close(all: readonly FinishedCall[]): NextStep {
  if (all.some((call) => call.status === 'completed')) return { step: 'close', outcome: 'answered' }
  return { step: 'close', outcome: all.every((call) => call.status === 'failed') ? 'failed' : 'missed' }
}
