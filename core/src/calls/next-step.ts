import type { Instant } from '../time/time-zone.ts'
import type { CallKind, CallStatus } from './call-lifecycle.ts'

/** How an occurrence ended (CALL-2). */
export type Outcome = 'answered' | 'missed' | 'failed' | 'skipped' | 'cancelled'

/** A call of the occurrence that has ended. */
export type EndedCall = {
  kind: CallKind
  status: CallStatus
  endedAt: Instant
  confirmed: boolean
  snoozed: boolean
}

export type NextStep = { step: 'close'; outcome: Outcome } | { step: 'call-again'; kind: CallKind; dueAt: Instant }

export const MAX_RETRIES = 2
export const MAX_SNOOZES = 3
const RETRY_AFTER_MS = 5 * 60_000
const SNOOZE_MS = 9 * 60_000
const WAKE_CHECK_AFTER_MS = 5 * 60_000

/**
 * What follows when the last call of an occurrence has ended (CALL-4, CALL-7). `earlier` are the calls before it, in
 * order; every wait is counted from the end of the last one.
 */
export function nextStep(last: EndedCall, earlier: readonly EndedCall[], callRetry: boolean): NextStep {
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

function mayRetry(last: EndedCall, all: readonly EndedCall[], callRetry: boolean): boolean {
  if (!callRetry || last.kind === 'sample' || last.kind === 'wake-check') return false
  return all.filter((call) => call.kind === 'retry').length < MAX_RETRIES
}

/** Answered when a person answered any of them, failed when none could be placed, missed otherwise. */
function close(all: readonly EndedCall[]): NextStep {
  if (all.some((call) => call.status === 'completed')) return { step: 'close', outcome: 'answered' }
  return { step: 'close', outcome: all.every((call) => call.status === 'failed') ? 'failed' : 'missed' }
}
