import type { Call } from '@reveille/core/calls/call'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import { callsOf } from '../calls/calls.sql.ts'
import { listCallEvents, type TimelineEntry } from '../calls/history/history.sql.ts'
import type { Database } from '../platform/database/database.ts'
import { timestamp } from '../platform/database/value-types.ts'

/** Somebody whose morning is in question, and what prevents calls to them now. */
export type Person = Awaited<ReturnType<typeof findPeople>>[number]

/** Accounts with this email address or number: the first, the second, or one that we dialed for them. */
export function findPeople(db: Database, asked: string) {
  return db
    .selectFrom('users')
    .leftJoin('personalizations', 'personalizations.user_id', 'users.id')
    .leftJoin('opt_outs', (join) => join.onRef('opt_outs.phone', '=', 'users.phone').on('opt_outs.kind', '=', 'calls'))
    .select([
      'users.id',
      'users.phone_verified as phoneVerified',
      sql<boolean>`personalizations.user_id is not null`.as('hasPreferences'),
      sql<boolean>`opt_outs.phone is not null`.as('callsStopped'),
    ])
    .where((eb) =>
      eb.or([
        eb('users.email', '=', asked.toLowerCase()),
        eb('users.phone', '=', asked),
        eb('users.second_phone', '=', asked),
        eb('users.id', 'in', eb.selectFrom('calls').select('calls.user_id').where('calls.phone', '=', asked)),
      ]),
    )
    .orderBy('users.id')
    .execute()
}

export const MORNING = [
  'id',
  'schedule_id as scheduleId',
  'is_sample as isSample',
  'due_at as dueAt',
  'timezone',
  'outcome',
  'outcome_at as outcomeAt',
] as const

export type Morning = Awaited<ReturnType<typeof listMornings>>[number]

/** Earliest first. */
export function listMornings(db: Database, userId: number, { from, until }: { from: Instant; until: Instant }) {
  return db
    .selectFrom('occurrences')
    .select(MORNING)
    .where('user_id', '=', userId)
    .where('due_at', '>=', timestamp(from))
    .where('due_at', '<', timestamp(until))
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

export type ToldCall = Call & { events: TimelineEntry[] }

export async function listCallsOf(db: Database, occurrenceId: number): Promise<ToldCall[]> {
  const calls = await callsOf(db, occurrenceId)
  return Promise.all(calls.map(async (call) => ({ ...call, events: await listCallEvents(db, call.id) })))
}

/** A person's schedules, as far as they explain a morning without a call. */
export function listPlainSchedules(db: Database, userId: number) {
  return db
    .selectFrom('schedules')
    .select(['id', 'is_active as isActive', 'timezone', 'wakeup_time as time', 'cycle', 'next_due_at as nextDueAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}
