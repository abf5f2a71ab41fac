import type { CarrierId } from '@reveille/core/calls/call'
import type { CallKind, CallStage, CallStatus } from '@reveille/core/calls/call-lifecycle'
import type { CallScript } from '@reveille/core/calls/call-script'
import type { Outcome, SnoozeLimit, SnoozeMinutes } from '@reveille/core/calls/next-step'
import type { Proof, Task } from '@reveille/core/calls/proof'
import type { MailChoice } from '@reveille/core/notices/notice'
import type { Standing } from '@reveille/core/people/callable'
import type { Goal, Struggle } from '@reveille/core/preferences/preferences'
import type { Cycle } from '@reveille/core/schedules/cycle'
import type { WeekdayTimes } from '@reveille/core/schedules/weekday-times'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Weekday } from '@reveille/core/time/weekday'
import type { ColumnType, Generated } from 'kysely'

/** Rows as the driver returns them: ids are numbers, an instant is written as a Date. */
export type Tables = {
  users: UsersTable
  personalizations: PersonalizationsTable
  one_time_codes: OneTimeCodesTable
  sessions: SessionsTable
  consents: ConsentsTable
  known_browsers: { user_id: number; browser_hash: string; signed_in_at: Timestamp }
  passkeys: PasskeysTable
  signal_people: { user_id: number; since: Timestamp; look_at: ColumnType<Instant, never, Date> }
  signals: { id: Id; user_id: number | null; kind: string; ended_at: MaybeTimestamp }
  tokens: { id: Id; user_id: number }
  rate_limits: { key: string; points: number; expire: number | null }
  stranger_counts: { slot: number; period: Generated<number>; used: Generated<number> }
  spent_proofs: { hash: string; expires_at: Timestamp }
  opt_outs: { phone: string; kind: 'calls' | 'texts'; opted_out_at: Timestamp; paused?: number[] | null }
  kept_opt_outs: { phone_hash: string; kind: 'calls' | 'texts'; opted_out_at: Timestamp }
  code_call_stops: { phone_hash: string; stopped_at: Timestamp }
  links: LinksTable
  former_emails: { id: Id; user_id: number; email: string; left_at: Timestamp }
  number_changes: NumberChangesTable
  schedules: SchedulesTable
  days_off: DaysOffTable
  occurrences: OccurrencesTable
  calls: CallsTable
  call_events: CallEventsTable
  carrier_recordings: CarrierRecordingsTable
  exports: ExportsTable
  account_events: AccountEventsTable
  notices: NoticesTable
  workers: { id: string; home: string; beat_at: Timestamp }
  spending_stops: { scope: string; calls: number; until_at: Timestamp }
  texted_codes: TextedCodesTable
  carrier_rate: { id: CarrierId; next_free_at: Timestamp; off_at: MaybeTimestamp }
  installation: { key: string; value: string }
}

type Id = Generated<number>
type Timestamp = ColumnType<Instant, Date, Date>
type MaybeTimestamp = ColumnType<Instant | null, Date | null, Date | null>

type TextedCodesTable = {
  country: string
  slot_at: Timestamp
  sent: Generated<number>
  used: Generated<number>
  alarmed: Generated<boolean>
}

type PasskeysTable = {
  id: Id
  user_id: number
  credential_id: string
  /** COSE, as base64url. */
  public_key: string
  /** How often its authenticator says it was used; always 0 for a synced one. */
  counter: number
  /** The RP ID that it was made for. It works at no other. */
  host: string
  name: string
  added_at: Timestamp
  last_used_at: MaybeTimestamp
}

type NumberChangesTable = {
  id: Id
  user_id: number
  /** Null when a second number was added. */
  former_phone: string | null
  is_second: Generated<boolean>
  /** Whether to notify the former number, too. */
  tells_former: boolean
  changed_at: Timestamp
  /** When somebody reported that it wasn't them. */
  disowned_at: MaybeTimestamp
}

type UsersTable = {
  id: Id
  email: string
  email_proven: Generated<boolean>
  name: string
  /** What calls say instead of the first word of the name. */
  spoken_name: Generated<string | null>
  phone: string | null
  phone_verified: Generated<boolean>
  /** Proven by a call, never by a texted code. */
  proven_by_call: Generated<boolean>
  second_phone: Generated<string | null>
  second_phone_verified: Generated<boolean>
  second_proven_by_call: Generated<boolean>
  caller_number: Generated<string | null>
  welcome_email_sent: Generated<boolean>
  mails_off: Generated<MailChoice[]>
  /** Hash of the secret in the calendar's URL; null until there is one. */
  calendar_hash: Generated<string | null>
  /** When we asked this person about allowing up to nine calls on one morning. */
  ladder_asked_at: MaybeTimestamp
  firm_offered_at: MaybeTimestamp
  created_at: Timestamp
  updated_at: Timestamp
  /** Counts the person's own changes, for If-Match. */
  version: Generated<number>
  /** Whether the installation is theirs, alone or with others. */
  is_owner: Generated<boolean>
  /** Since when an owner keeps this person from signing in. */
  blocked_at: MaybeTimestamp
}

/** A link that nobody used yet. */
type LinksTable = {
  id: Id
  kind: 'setup' | 'invitation' | 'sign-in'
  secret_hash: string
  /** The owner who made it; null for one that the installation printed. */
  made_by: number | null
  /** Whom a sign-in link signs in. */
  for_user: number | null
  /** Whom an invitation is for, in the owner's words. */
  name: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

type PersonalizationsTable = {
  user_id: number
  goals: Goal[]
  other_goal: string | null
  goal_description: string | null
  struggles: Struggle[]
  other_struggle: string | null
  voice: VoiceId
  custom_voice: string | null
  created_at: Timestamp
  updated_at: Timestamp
  version: Generated<number>
}

type OneTimeCodesTable = {
  id: Id
  address: string
  purpose: string
  browser_hash: string
  code_hash: string | null
  tries: Generated<number>
  created_at: Timestamp
  expires_at: Timestamp
  used_at: MaybeTimestamp
  sending: Generated<'sent' | 'invalid-number' | 'stopped' | 'too-many' | 'refused' | null>
  by_call: Generated<boolean>
  /** In the callback URLs of its text or call. */
  token: Generated<string | null>
  /** The carrier's final result. */
  delivery: Generated<'delivered' | 'undelivered' | 'no-texts' | 'stopped' | 'refused' | 'heard' | 'unanswered' | null>
  delivery_error: Generated<number | null>
  /** The carrier lost the first text, and we sent another. */
  resent: Generated<boolean>
  /** Open at the carrier's verification service; until this code is sent, that of the code it replaces. */
  verification_id: Generated<string | null>
}

type SessionsTable = {
  sid: string
  sess: ColumnType<Record<string, unknown>, string, string>
  expire: Timestamp
  user_id: ColumnType<number | null, never, never>
}

type ConsentsTable = {
  id: Id
  user_id: number
  kind: string
  version: string
  ip: string | null
  given_at: Timestamp
  withdrawn_at: MaybeTimestamp
}

type DaysOffTable = {
  id: Id
  user_id: number
  /** Null for all of the person's schedules. */
  schedule_id: number | null
  from_date: string
  to_date: string
  name: string | null
  created_at: Timestamp
}

type SchedulesTable = {
  id: Id
  user_id: number
  name: Generated<string | null>
  wakeup_time: string
  /** Weekdays with a different time. */
  weekday_times: ColumnType<WeekdayTimes, string | undefined, string>
  timezone: string
  is_recurring: boolean
  weekdays: Weekday[]
  /** Set for a rotating schedule; see core's `ChosenSchedule`. */
  cycle: ColumnType<Cycle | null, string | null | undefined, string | null>
  date: string | null
  call_retry: boolean
  advance_notice: boolean
  proof: Generated<Proof>
  snooze_minutes: Generated<SnoozeMinutes>
  snooze_limit: Generated<SnoozeLimit>
  is_active: Generated<boolean>
  one_time_at: MaybeTimestamp
  /** Skipped calls, past ones included. */
  skipped_calls: ColumnType<Instant[], Date[] | undefined, Date[]>
  /** Spoken only in the call at `note_at`. Null with `note_at` set: removed. */
  note: Generated<string | null>
  note_at: ColumnType<Instant | null, Date | null | undefined, Date | null>
  /** The edition of the zone data that computed `next_due_at`. */
  zone_data: Generated<string>
  next_due_at: MaybeTimestamp
  /** When to tell the person when the next call rings: the evening before it, if the clocks change or days off end. */
  clock_notice_at: MaybeTimestamp
  ended_at: MaybeTimestamp
  /** The person was told that it's over. */
  end_told: Generated<boolean>
  created_at: Timestamp
  updated_at: Timestamp
  /** Counts the person's own changes, for If-Match. */
  version: Generated<number>
}

type OccurrencesTable = {
  id: Id
  schedule_id: number | null
  user_id: number
  is_sample: Generated<boolean>
  due_at: Timestamp
  timezone: string
  call_retry: boolean
  proof: Generated<Proof>
  snooze_minutes: Generated<SnoozeMinutes>
  snooze_limit: Generated<SnoozeLimit>
  /** The outcome in the notification and email. */
  told_outcome: Generated<Outcome | null>
  /** When the text before the call is due; null when there is none, or it was claimed. */
  announce_at: MaybeTimestamp
  announced_at: MaybeTimestamp
  /** In the callback URLs of that text. */
  announcement_token: Generated<string | null>
  announcement_delivery: Generated<'delivered' | 'failed' | null>
  announcement_error: Generated<number | null>
  outcome: Outcome | null
  outcome_at: MaybeTimestamp
  confirmed_at: MaybeTimestamp
  /** Nothing follows after this, whatever we learn of its calls later. */
  stopped_at: MaybeTimestamp
  created_at: Timestamp
}

type CallsTable = {
  id: Id
  occurrence_id: number
  user_id: number
  attempt: number
  kind: CallKind
  due_at: Timestamp
  dial_at: Timestamp
  /** Priority among calls due at the same instant. */
  standing: Generated<Standing>
  slot_at: MaybeTimestamp
  stage: Generated<CallStage>
  status: Generated<CallStatus>
  holds_line: Generated<boolean>
  token: string
  phone: string | null
  /** Planned for the second number. */
  for_second: Generated<boolean>
  caller_number: Generated<string | null>
  rang_second: Generated<boolean>
  /** By which carrier it leaves or left. */
  carrier: Generated<CarrierId>
  carrier_call_id: string | null
  lease_owner: string | null
  marked_at: MaybeTimestamp
  placed_at: MaybeTimestamp
  ringing_at: MaybeTimestamp
  answered_at: MaybeTimestamp
  /** When the carrier first asked what it says; recorded only beside a second carrier. */
  fetched_at: MaybeTimestamp
  ended_at: MaybeTimestamp
  duration_s: number | null
  queue_ms: number | null
  machine: Generated<boolean>
  snoozed: Generated<boolean>
  keyed_at: MaybeTimestamp
  confirmed_at: MaybeTimestamp
  failure: string | null
  ask_at: MaybeTimestamp
  asks: Generated<number>
  voice: VoiceId
  script: ColumnType<CallScript | null, string | null, string | null>
  tasks: ColumnType<Task[], string | undefined, string>
  task_round: Generated<number>
  /** When to render its speech, or until when a worker's lease for that lasts; null when done. */
  prepare_at: ColumnType<Instant | null, Date | null | undefined, Date | null>
  spoke_of: string | null
  /** The call that key 9 offers to skip; both or neither. */
  named_schedule_id: number | null
  named_call_at: MaybeTimestamp
  announces_recording: Generated<boolean>
  recorded: Generated<boolean>
  recording_key: string | null
  /** When to ask for its recording if no callback has reported it. */
  seek_recording_at: MaybeTimestamp
  created_at: Timestamp
}

type CallEventsTable = { id: Id; call_id: number; at: Timestamp; kind: string; detail: string | null }

type CarrierRecordingsTable = {
  recording_id: string
  carrier: Generated<CarrierId>
  call_id: number | null
  file_key: string | null
  due_at: Timestamp
  tries: Generated<number>
  created_at: Timestamp
}

type ExportsTable = {
  id: Id
  user_id: number
  requested_at: Timestamp
  ready_at: MaybeTimestamp
  size_bytes: number | null
  expires_at: Timestamp
}

type AccountEventsTable = {
  id: Id
  user_id: number
  at: Timestamp
  kind: string
  /** The consent given or withdrawn, or what an owner or an operator did. */
  detail: string | null
  browser: string | null
  network: string | null
}

type NoticesTable = {
  id: Id
  user_id: number
  kind: string
  detail: ColumnType<Record<string, unknown>, string, string>
  created_at: Timestamp
  read_at: MaybeTimestamp
}
