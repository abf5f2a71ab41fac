import type { Call } from '@reveille/contract/calls'
import { FAILURES } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { iso, localMoment } from '../../platform/http/local-moment.ts'
import type { HistoryEntry } from './history.sql.ts'

/** A call as its owner sees it. */
export function toCall(entry: HistoryEntry, now: Instant): Call {
  return {
    id: entry.id,
    scheduleId: entry.scheduleId,
    scheduleName: entry.scheduleName,
    userId: entry.userId,
    kind: entry.kind,
    callTime: iso(entry.dueAt),
    callTimeLocal: localMoment(entry.dueAt, entry.timezone, now),
    timezone: entry.timezone,
    voice: entry.voice,
    status: entry.status,
    snoozed: entry.snoozed,
    phase: phaseOf(entry),
    callSid: entry.carrierCallId,
    ...(entry.carrier === 2 && { carrier: 2 }),
    secondNumber: entry.secondPhone === null ? null : entry.secondPhone.slice(-3),
    duration: entry.durationS,
    recordingUrl: entry.recordingKey === null ? null : `/api/call/${entry.id}/recording`,
    spokeOf: entry.spokeOf,
    reason: entry.failure === null ? null : (FAILURES[entry.failure] ?? null),
    morning: morningOf(entry, now),
    createdAt: iso(entry.createdAt),
  }
}

/** Null for a sample, while it's open, and if it was skipped or canceled. */
function morningOf(entry: HistoryEntry, now: Instant): Call['morning'] {
  const { kind, occurrenceDueAt, outcome, outcomeAt, timezone } = entry
  if (kind === 'sample' || outcome === null || outcomeAt === null) return null
  if (outcome === 'skipped' || outcome === 'cancelled') return null
  return {
    outcome,
    dueAt: iso(occurrenceDueAt),
    dueAtLocal: localMoment(occurrenceDueAt, timezone, now),
    overAt: iso(outcomeAt),
    overAtLocal: localMoment(outcomeAt, timezone, now),
  }
}

function phaseOf(entry: HistoryEntry): Call['phase'] {
  switch (entry.stage) {
    case 'planned':
    case 'leased':
    case 'dialling':
      return 'dialling'
    case 'in_doubt':
      return 'in-doubt'
    case 'placed':
      return entry.answeredAt !== null ? 'in-progress' : entry.ringingAt !== null ? 'ringing' : 'dialling'
    case 'ended':
      return 'ended'
  }
}
