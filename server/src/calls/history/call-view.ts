import type { Call } from '@reveille/contract/calls'
import { FAILURES } from '@reveille/core/calls/call-timeline'
import type { Instant } from '@reveille/core/time/time-zone'
import { iso, localMoment } from '../../platform/http/local-moment.ts'
import type { HistoryRow } from './history.sql.ts'

/** A call as its owner sees it. */
export function toCall(row: HistoryRow, now: Instant): Call {
  return {
    id: row.id,
    scheduleId: row.schedule_id,
    userId: row.user_id,
    kind: row.kind,
    callTime: iso(row.due_at),
    callTimeLocal: localMoment(row.due_at.getTime(), row.timezone, now),
    timezone: row.timezone,
    voice: row.voice,
    status: row.status,
    phase: phaseOf(row),
    callSid: row.carrier_call_id,
    duration: row.duration_s,
    recordingUrl: row.recording_key === null ? null : `/api/call/${row.id}/recording`,
    spokeOf: row.spoke_of,
    reason: row.failure === null ? null : (FAILURES[row.failure] ?? null),
    createdAt: iso(row.created_at),
  }
}

function phaseOf(row: HistoryRow): Call['phase'] {
  switch (row.stage) {
    case 'planned':
    case 'leased':
    case 'dialling':
      return 'dialling'
    case 'in_doubt':
      return 'in-doubt'
    case 'placed':
      return row.answered_at !== null ? 'in-progress' : row.ringing_at !== null ? 'ringing' : 'dialling'
    case 'ended':
      return 'ended'
  }
}
