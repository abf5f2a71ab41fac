import type { CallKind, CallStage, CallStatus } from '@reveille/core/calls/call-lifecycle'
import type { ScriptPart } from '@reveille/core/calls/call-script'
import type { Outcome } from '@reveille/core/calls/next-step'
import type { MailChoice } from '@reveille/core/notices/notice'
import type { Goal, Struggle } from '@reveille/core/preferences/preferences'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Weekday } from '@reveille/core/time/weekday'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The rows of the database, as the driver gives them: instants are Date, ids are numbers. */
export type Tables = {
  users: UsersTable
  personalizations: PersonalizationsTable
  one_time_codes: OneTimeCodesTable
  sessions: SessionsTable
  consents: ConsentsTable
  known_browsers: { user_id: number; browser_hash: string; signed_in_at: Date }
  rate_limits: { key: string; points: number; expire: number | null }
  spent_proofs: { hash: string; expires_at: Date }
  opt_outs: { phone: string; kind: 'calls' | 'texts'; opted_out_at: Date }
  kept_opt_outs: { phone_hash: string; kind: 'calls' | 'texts'; opted_out_at: Date }
  former_emails: { id: Id; user_id: number; email: string; left_at: Date }
  schedules: SchedulesTable
  occurrences: OccurrencesTable
  calls: CallsTable
  call_events: CallEventsTable
  carrier_recordings: CarrierRecordingsTable
  exports: ExportsTable
  notices: NoticesTable
  workers: { id: string; home: string; beat_at: Date }
  spending_stops: { scope: string; calls: number; until_at: Date }
  texted_codes: TextedCodesTable
  carrier_rate: { id: number; next_free_at: Date }
  installation: { key: string; value: string }
}

type Id = Generated<number>

type TextedCodesTable = {
  country: string
  slot_at: Date
  sent: Generated<number>
  used: Generated<number>
  alarmed: Generated<boolean>
}

type UsersTable = {
  id: Id
  email: string
  name: string
  phone: string | null
  phone_verified: Generated<boolean>
  welcome_email_sent: Generated<boolean>
  mails_off: Generated<MailChoice[]>
  calendar_token: Generated<string>
  created_at: Date
  updated_at: Date
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
  created_at: Date
  updated_at: Date
}

type OneTimeCodesTable = {
  id: Id
  address: string
  purpose: string
  browser_hash: string
  code_hash: string | null
  tries: Generated<number>
  created_at: Date
  expires_at: Date
  used_at: Date | null
  sending: Generated<'sent' | 'invalid-number' | 'stopped' | 'refused' | null>
}

type SessionsTable = {
  sid: string
  sess: ColumnType<Record<string, unknown>, string, string>
  expire: Date
  user_id: ColumnType<number | null, never, never>
}

type ConsentsTable = {
  id: Id
  user_id: number
  kind: string
  version: string
  ip: string | null
  given_at: Date
  withdrawn_at: Date | null
}

type SchedulesTable = {
  id: Id
  user_id: number
  wakeup_time: string
  timezone: string
  is_recurring: boolean
  weekdays: Weekday[]
  date: string | null
  call_retry: boolean
  advance_notice: boolean
  is_active: Generated<boolean>
  /** The instant of a one-time schedule. */
  one_time_at: Date | null
  /** Calls that were skipped, past ones too: a second skip adds to the first. */
  skipped_calls: Generated<Date[]>
  /** The edition of the zone data that computed `next_due_at`. */
  zone_data: Generated<string>
  next_due_at: Date | null
  /** The evening before the clocks change for the next call: its owner is told when it rings. */
  clock_notice_at: Date | null
  ended_at: Date | null
  /** Its owner was told that it is over. */
  end_told: Generated<boolean>
  created_at: Date
  updated_at: Date
}

type OccurrencesTable = {
  id: Id
  schedule_id: number | null
  user_id: number
  is_sample: Generated<boolean>
  due_at: Date
  timezone: string
  call_retry: boolean
  /** When the text before the call is due; null when none is, or when it was taken. */
  announce_at: Date | null
  announced_at: Date | null
  outcome: Outcome | null
  outcome_at: Date | null
  confirmed_at: Date | null
  /** Since then nothing follows in it, whatever is learnt of its calls later. */
  stopped_at: Date | null
  created_at: Date
}

type CallsTable = {
  id: Id
  occurrence_id: number
  user_id: number
  attempt: number
  kind: CallKind
  due_at: Date
  dial_at: Date
  slot_at: Date | null
  stage: Generated<CallStage>
  status: Generated<CallStatus>
  holds_line: Generated<boolean>
  token: string
  phone: string | null
  carrier_call_id: string | null
  lease_owner: string | null
  marked_at: Date | null
  placed_at: Date | null
  ringing_at: Date | null
  answered_at: Date | null
  ended_at: Date | null
  duration_s: number | null
  queue_ms: number | null
  machine: Generated<boolean>
  snoozed: Generated<boolean>
  confirmed_at: Date | null
  failure: string | null
  ask_at: Date | null
  asks: Generated<number>
  voice: VoiceId
  script: ColumnType<PreparedScript | null, string | null, string | null>
  /** When its words are to be spoken, or until when a worker holds them for that; null when it is done. */
  prepare_at: Generated<Date | null>
  spoke_of: string | null
  /** The call that its words offer to skip by key 9; both or none. */
  named_schedule_id: number | null
  named_call_at: Date | null
  announces_recording: Generated<boolean>
  recorded: Generated<boolean>
  recording_key: string | null
  /** When its recording is to be asked for, if no news of it came until then. */
  seek_recording_at: Date | null
  created_at: Date
}

/** The prepared words of a call, each with the storage key of its audio when that was ready. */
export type PreparedScript = Record<ScriptPart, { text: string; audioKey: string | null }>

type CallEventsTable = { id: Id; call_id: number; at: Date; kind: string; detail: string | null }

type CarrierRecordingsTable = {
  recording_id: string
  call_id: number | null
  file_key: string | null
  due_at: Date
  tries: Generated<number>
  created_at: Date
}

type ExportsTable = {
  id: Id
  user_id: number
  requested_at: Date
  ready_at: Date | null
  size_bytes: number | null
  expires_at: Date
}

type NoticesTable = {
  id: Id
  user_id: number
  kind: string
  detail: ColumnType<Record<string, unknown>, string, string>
  created_at: Date
  read_at: Date | null
}

export type UserRow = Selectable<UsersTable>
export type PersonalizationRow = Selectable<PersonalizationsTable>
export type ScheduleRow = Selectable<SchedulesTable>
export type OccurrenceRow = Selectable<OccurrencesTable>
export type CallRow = Selectable<CallsTable>
