import type { Proof } from '@reveille/core/calls/proof'
import { LADDER_SINCE } from '@reveille/core/consents/consents'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Client } from 'pg'
import type { CarrierCallRecord, CallRequest } from '../carrier/carrier-log.ts'
import type { Person } from '../people/person.ts'
import type { Stage } from '../stage.ts'

export type CallFact = {
  id: number
  occurrenceId: number
  userId: number
  attempt: number
  kind: string
  /** The proof that its occurrence asks for. */
  proof: Proof
  dueAt: Instant
  stage: string
  status: string
  token: string
  failure: string | null
  /** When its person confirmed on the dashboard. */
  provenOnPageAt: Instant | null
  endedAt: Instant | null
  carrierCallId: string | null
  requests: readonly CallRequest[]
  /** Its message, once composed. */
  message: string | null
  /** There are two carriers. */
  isBesideSecond: boolean
  /** What the carrier took under this call's token. */
  taken: readonly CarrierCallRecord[]
}

export type OccurrenceFact = {
  id: number
  scheduleId: number | null
  userId: number
  isSample: boolean
  dueAt: Instant
  callRetry: boolean
  proof: Proof
  snoozeMinutes: number
  snoozeLimit: number
  timezone: string
  outcome: string | null
  calls: readonly CallFact[]
}

export type NoticeFact = { userId: number; kind: string; dueAt: Instant | null }

/** What our tables say at the end; the checks compare it with the carrier's log. */
export type Facts = {
  occurrences: readonly OccurrenceFact[]
  calls: readonly CallFact[]
  notices: readonly NoticeFact[]
  personOf(userId: number): Person
  /** People who deleted their account. Our rows about them are gone, so only the carrier's log is checked. */
  gone: readonly Person[]
  /** When this person agreed to up to nine calls on one morning; null if never. */
  agreedAt(userId: number): Instant | null
}

/** The key that proved its person to be up; what that settles was decided between the key and our response. */
export function confirmation(
  call: CarrierCallRecord,
  proof: Proof,
): { pressedAt: Instant; answeredAt: Instant } | null {
  const proves = (effect: string | null) =>
    effect === 'confirm' || effect === 'stop-all' || (effect === 'skip-next' && proof === 'gentle')
  const key = call.keys.find(({ effect }) => proves(effect))
  return key?.answeredAt == null ? null : { pressedAt: key.at, answeredAt: key.answeredAt }
}

/** When a call was proven, by key or on the dashboard; null if it wasn't. */
export function provenAt(call: CallFact): Instant | null {
  const times = [...call.taken.map((taken) => confirmation(taken, call.proof)?.answeredAt ?? null), call.provenOnPageAt]
  return times.find((at) => at !== null) ?? null
}

export async function gatherFacts({ database, log, people, profile }: Stage): Promise<Facts> {
  const calls = await readCalls(database.observer, (token) => ({
    requests: log.requests.filter((request) => request.token === token),
    taken: log.calls.filter((call) => call.token === token),
    isBesideSecond: profile.carriers === 2,
  }))
  const { rows } = await database.observer.query(
    `select occurrences.*, planned.schedule_id as planned_for from occurrences
     join simulated_plans planned on planned.occurrence_id = occurrences.id order by id`,
  )
  const occurrences = rows.map((row) => ({
    id: row.id,
    scheduleId: row.planned_for,
    userId: row.user_id,
    isSample: row.is_sample,
    dueAt: row.due_at,
    callRetry: row.call_retry,
    proof: row.proof,
    snoozeMinutes: row.snooze_minutes,
    snoozeLimit: row.snooze_limit,
    timezone: row.timezone,
    outcome: row.outcome,
    calls: calls.filter(({ occurrenceId }) => occurrenceId === row.id),
  }))
  const told = await database.observer.query(`select user_id, kind, detail from notices order by id`)
  const notices = told.rows.map((row) => ({ userId: row.user_id, kind: row.kind, dueAt: row.detail.dueAt ?? null }))
  const { rows: users } = await database.observer.query<{ id: number }>('select id from users')
  const gone = people.filter(({ userId }) => !users.some(({ id }) => id === userId))
  const { rows: consents } = await database.observer.query<{ user_id: number; at: Instant }>(
    `select user_id, min(given_at) as at from consents where kind = 'calls-and-texts' and version >= $1 group by user_id`,
    [LADDER_SINCE],
  )
  return {
    gone,
    occurrences,
    calls,
    notices,
    personOf: (userId) => people.find((person) => person.userId === userId)!,
    agreedAt: (userId) => consents.find(({ user_id }) => user_id === userId)?.at ?? null,
  }
}

async function readCalls(
  client: Client,
  seenOf: (token: string) => Pick<CallFact, 'requests' | 'taken' | 'isBesideSecond'>,
): Promise<CallFact[]> {
  const { rows } = await client.query(`select calls.*, occurrences.proof,
       (select min(at) from call_events where call_id = calls.id and kind = 'page-answered') as proven_on_page_at
     from calls join occurrences on occurrences.id = occurrence_id order by occurrence_id, attempt, calls.id`)
  return rows.map((row) => ({
    id: row.id,
    occurrenceId: row.occurrence_id,
    userId: row.user_id,
    attempt: row.attempt,
    kind: row.kind,
    proof: row.proof,
    dueAt: row.due_at,
    stage: row.stage,
    status: row.status,
    token: row.token,
    failure: row.failure,
    provenOnPageAt: row.proven_on_page_at,
    endedAt: row.ended_at,
    carrierCallId: row.carrier_call_id,
    message: row.script?.message.text ?? null,
    ...seenOf(row.token),
  }))
}
