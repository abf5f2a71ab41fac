/**
 * The files below server/src, without their `.sql.ts`, that may insert into, update or delete from a table. Any other
 * table has one writer.
 */
export const tableWriters: Readonly<Record<string, readonly string[]>> = {
  users: [
    'sign-in/new-accounts',
    'phones/numbers',
    'accounts/accounts',
    'notices/notices',
    'people/offers',
    'people/people',
    'people/owners',
    'people/caller-number',
  ],
  schedules: ['schedules/schedules', 'schedules/planner/cursors', 'schedules/planner/occurrences'],
  occurrences: ['schedules/planner/occurrences', 'calls/call-life', 'texts/announcements'],
  calls: [
    'schedules/planner/planned-calls',
    'dispatch/leases',
    'dispatch/carrier-rate',
    'dispatch/marks',
    'calls/call-life',
    'calls/reconcile',
    'calls/recordings/recordings',
    'calls/message/messages',
    'calls/message/preparations',
  ],
  tokens: ['signals/tokens', 'sign-in/sessions'],
  passkeys: ['sign-in/passkeys/passkeys', 'sign-in/sessions'],
  signal_people: ['people/people', 'people/lock-person', 'signals/signals'],
  carrier_rate: ['dispatch/carrier-rate', 'carrier/free-slot', 'operators/carriers'],
  call_events: ['calls/timeline', 'calls/call-life', 'schedules/planner/planned-calls'],
}

const LIFE = 'calls/call-life'
const PLANNED = 'schedules/planner/planned-calls'

/**
 * The columns that change during a call, and the files that may set them. Once the carrier has responded, that's only
 * call-life. Before that, planning, claiming and marking move the call. Planning fails calls that were never dialed,
 * claiming finds those that a dead worker left in doubt, and reconciliation takes those to ask the carrier about.
 */
export const lifeWriters: Readonly<Record<string, readonly string[]>> = {
  stage: [LIFE, PLANNED, 'dispatch/leases', 'dispatch/marks'],
  status: [LIFE, PLANNED],
  ringing_at: [LIFE],
  answered_at: [LIFE],
  ended_at: [LIFE, PLANNED],
  duration_s: [LIFE],
  machine: [LIFE],
  confirmed_at: [LIFE],
  snoozed: [LIFE],
  ask_at: [LIFE, 'dispatch/leases', 'calls/reconcile'],
}
