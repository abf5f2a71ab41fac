import type { CallChoices } from '@reveille/core/calls/next-step'
import { SUGGESTED_VOICE, VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import { sql } from 'kysely'

/** The columns of core's `CallChoices`, in `schedules` and in `occurrences`. */
const CHOICES = {
  callRetry: 'call_retry',
  proof: 'proof',
  snoozeMinutes: 'snooze_minutes',
  snoozeLimit: 'snooze_limit',
} as const satisfies Record<keyof CallChoices, string>

type Choices = typeof CHOICES
type Selected<T extends string> = { [K in keyof Choices]: `${T}.${Choices[K]} as ${K}` }[keyof Choices]

export const CHOICE_COLUMNS = Object.values(CHOICES)

export const selectChoices = <T extends 'schedules' | 'occurrences'>(table: T) =>
  Object.entries(CHOICES).map(([name, column]) => `${table}.${column} as ${name}`) as Selected<T>[]

export const choiceValues = (choices: CallChoices) =>
  Object.fromEntries(Object.entries(CHOICES).map(([name, column]) => [column, choices[name as keyof Choices]])) as {
    [K in keyof Choices as Choices[K]]: CallChoices[K]
  }

/** The columns of core's `Occurrence`. */
export const OCCURRENCE = [
  'occurrences.id',
  'occurrences.schedule_id as scheduleId',
  'occurrences.user_id as userId',
  'occurrences.is_sample as isSample',
  'occurrences.due_at as dueAt',
  'occurrences.timezone',
  ...selectChoices('occurrences'),
  'occurrences.outcome',
  'occurrences.stopped_at as stoppedAt',
] as const

/** Core's `knownVoice` of a row, which keeps the voice that it has. */
export const knownVoice = (table: 'calls' | 'personalizations') => {
  const known = VOICE_IDS.map((id) => `'${id}'`).join()
  return sql.raw<VoiceId>(
    `case when ${table}.voice not in (${known}) then '${SUGGESTED_VOICE}' else ${table}.voice end`,
  )
}

/** The columns of core's `Call`, except its voice. */
const VOICELESS_CALL = [
  'calls.id',
  'calls.occurrence_id as occurrenceId',
  'calls.user_id as userId',
  'calls.attempt',
  'calls.kind',
  'calls.due_at as dueAt',
  'calls.token',
  'calls.phone',
  'calls.caller_number as callerNumber',
  'calls.for_second as isForSecond',
  'calls.rang_second as rangSecond',
  'calls.carrier',
  'calls.carrier_call_id as carrierCallId',
  'calls.lease_owner as leaseOwner',
  'calls.marked_at as markedAt',
  'calls.stage',
  'calls.status',
  'calls.ringing_at as ringingAt',
  'calls.answered_at as answeredAt',
  'calls.fetched_at as fetchedAt',
  'calls.ended_at as endedAt',
  'calls.duration_s as durationS',
  'calls.machine',
  'calls.keyed_at as keyedAt',
  'calls.confirmed_at as confirmedAt',
  'calls.snoozed',
  'calls.failure',
  'calls.ask_at as askAt',
  'calls.script',
  'calls.prepare_at as prepareAt',
  'calls.named_schedule_id as namedScheduleId',
  'calls.named_call_at as namedCallAt',
  'calls.tasks',
  'calls.task_round as taskRound',
  'calls.recorded',
  'calls.recording_key as recordingKey',
] as const

/** The columns of core's `Call`. */
export const CALL = [...VOICELESS_CALL, knownVoice('calls').as('voice')] as const

/** As text, for the statements of a callback: Kysely takes 0.09 ms to build such a list, each time. */
const listed = (columns: readonly string[]) =>
  sql.raw(columns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', '))
export const CALL_LIST = sql`${listed(VOICELESS_CALL)}, ${knownVoice('calls')} as voice`
export const OCCURRENCE_LIST = listed(OCCURRENCE)
