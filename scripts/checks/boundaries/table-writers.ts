/**
 * The files below server/src, without their `.sql.ts`, that may insert into, update or delete from a table. Any other
 * table has one writer.
 */
export const tableWriters: Readonly<Record<string, readonly string[]>> = {
  users: ['sign-in/new-accounts', 'phones/numbers', 'accounts/accounts', 'notices/mail-choices'],
  schedules: ['schedules/schedules', 'schedules/planner/cursors', 'schedules/planner/occurrences'],
  occurrences: ['schedules/planner/occurrences', 'calls/call-life', 'texts/announcements'],
  calls: [
    'schedules/planner/planned-calls',
    'dispatch/leases',
    'dispatch/slots',
    'dispatch/marks',
    'calls/call-life',
    'calls/reconcile',
    'calls/recordings/recordings',
    'calls/message/messages',
    'calls/message/preparations',
  ],
  call_events: ['calls/timeline', 'calls/call-life', 'schedules/planner/planned-calls'],
}

/** What of a call changes with its life; call-life alone sets these. */
export const LIFE_COLUMNS = [
  'stage',
  'status',
  'ringing_at',
  'answered_at',
  'ended_at',
  'duration_s',
  'machine',
  'confirmed_at',
  'snoozed',
  'ask_at',
]

/** Planning, claiming and marking move a call through the stages before the carrier has it. */
export function lifeWriters(column: string): readonly string[] {
  const beforeTheCarrier = ['schedules/planner/planned-calls', 'dispatch/leases', 'dispatch/marks']
  return column === 'stage' ? ['calls/call-life', ...beforeTheCarrier] : ['calls/call-life']
}
