import { cutOff } from '@reveille/core/calls/call-times'
import { callChoicesOf } from '@reveille/core/calls/next-step'
import type { Standing } from '@reveille/core/people/callable'
import { eveNoticeAt } from '@reveille/core/schedules/eve-notice'
import { datesLeftOut, nextDue, type Rule } from '@reveille/core/schedules/recurrence'
import { ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { PLANNING_HORIZON_MS } from '@reveille/core/schedules/schedule-limit'
import { isSkipped } from '@reveille/core/schedules/skipped-calls'
import type { VoiceId } from '@reveille/core/speech/voices'
import { ANNOUNCED_BEFORE_MS } from '@reveille/core/texts/text-reply'
import type { LocalDate } from '@reveille/core/time/calendar'
import type { Instant } from '@reveille/core/time/time-zone'
import { giveNotice } from '../../notices/give-notice.ts'
import { voicesOfCallable } from '../../people/callable.sql.ts'
import { lookAtSignals } from '../../people/people.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { closeOccurrence, giveCallNotice } from './close-occurrence.ts'
import { lockSchedulesDue, moveCursors } from './cursors.sql.ts'
import { insertOccurrences, type NewOccurrence, noteTold, type PlannedOccurrence } from './occurrences.sql.ts'
import { type CallToPlan, planCalls } from './plan-calls.ts'
import { failUndialled, standingsOf } from './planned-calls.sql.ts'
import { noteCallEnded } from './settle-occurrence.ts'

const BATCH = 500

/** Plans every schedule whose next instant is within the horizon; any number of workers may run it at once. */
export async function planOccurrences(services: Services): Promise<void> {
  for (;;) {
    const planned = await inTransaction(services.db, async (tx) => {
      const now = services.clock.now()
      const schedules = (await lockSchedulesDue(tx, now + PLANNING_HORIZON_MS, BATCH)).map(withOwnCursor)
      await planSchedules(services, tx, schedules, now)
      return schedules.length
    })
    if (planned < BATCH) return
  }
}

/** A version without rotations, during a rolling update, moves a rotation's cursor to a time that's never later. */
function withOwnCursor(schedule: Schedule): Schedule {
  const { cycle, nextDueAt } = schedule
  if (cycle === null || nextDueAt === null) return schedule
  return { ...schedule, nextDueAt: nextDue(ruleOf(schedule), nextDueAt - 1) }
}

type Ahead = ReturnType<typeof lookAhead>

/** A rule's instants within the horizon, which are none without a cursor, and where the planner continues. */
export function lookAhead(rule: Rule, cursor: Instant | null, now: Instant) {
  const dueAts: Instant[] = []
  const leftOut: LocalDate[] = [] // dates that the zone skipped before the next call
  let dueAt = cursor
  while (dueAt !== null && dueAt < now + PLANNING_HORIZON_MS) {
    dueAts.push(dueAt)
    const from = dueAt
    dueAt = nextDue(rule, from)
    if (dueAt !== null) leftOut.push(...datesLeftOut(rule, from, dueAt))
  }
  return { dueAts, leftOut, nextDueAt: dueAt, eveNoticeAt: dueAt && eveNoticeAt(rule, dueAt, now) }
}

/** Turns these locked schedules' instants within the horizon into occurrences with a first call each. Idempotent. */
export async function planSchedules(services: Services, tx: Tx, schedules: readonly Schedule[], now: Instant) {
  const plans = schedules.map((schedule) => ({
    schedule,
    ahead: lookAhead(ruleOf(schedule), schedule.nextDueAt, now),
  }))
  await planAhead(services, tx, plans, now)
  await moveCursors(
    tx,
    plans.map(({ schedule: { id }, ahead }) => ({ ...ahead, id })),
  )
}

/** Plans for locked schedules; the caller moves the cursors. */
export async function planAhead(
  services: Services,
  tx: Tx,
  plans: readonly { schedule: Schedule; ahead: Ahead }[],
  now: Instant,
): Promise<void> {
  if (plans.length === 0) return
  const userIds = [...new Set(plans.map(({ schedule }) => schedule.userId))]
  const voices = await voicesOfCallable(tx, userIds)
  const inTime: NewOccurrence[] = []
  const late: NewOccurrence[] = []
  for (const { schedule, ahead } of plans)
    for (const dueAt of ahead.dueAts) {
      const occurrence = newOccurrence(schedule, { dueAt, callable: voices.has(schedule.userId), now })
      if (occurrence.outcome === null && cutOff(dueAt) < now) late.push(occurrence)
      else inTime.push(occurrence)
    }
  const planned = await insertOccurrences(tx, inTime, now)
  const open = planned.filter(({ outcome }) => outcome === null)
  const standings = await standingsOf(tx, [...voices.keys()], now)
  await planCalls(services, tx, firstCalls(open, voices, standings))
  await failLateOccurrences(services, tx, await insertOccurrences(tx, late, now), { userIds, voices, now })
  await tellCancelled(services, tx, planned)
  for (const { schedule, ahead } of plans)
    for (const date of ahead.leftOut) await giveNotice(services, tx, schedule.userId, { kind: 'date-left-out', date })
}

/** Tells people once about calls that can't come because they have no number that may be called. */
async function tellCancelled(services: Services, tx: Tx, planned: readonly PlannedOccurrence[]): Promise<void> {
  for (const { id, userId, dueAt, outcome } of planned)
    if (outcome === 'cancelled' && (await noteTold(tx, id, 'cancelled')))
      await giveCallNotice(services, tx, { id, userId }, { kind: 'call-cancelled', dueAt })
}

function newOccurrence(
  schedule: Schedule,
  { dueAt, callable, now }: { dueAt: Instant; callable: boolean; now: Instant },
): NewOccurrence {
  const skipped = isSkipped(schedule, dueAt)
  const announceAt = dueAt - ANNOUNCED_BEFORE_MS
  return {
    scheduleId: schedule.id,
    userId: schedule.userId,
    dueAt,
    timezone: schedule.timezone,
    ...callChoicesOf(schedule),
    isSample: false,
    announceAt: schedule.advanceNotice && announceAt >= now ? announceAt : null,
    outcome: skipped ? 'skipped' : callable ? null : 'cancelled',
  }
}

/**
 * Occurrences that were already past their cutoff when planned, for example after downtime. They are never placed
 * late; each is in the history with its reason, and its owner is notified.
 */
async function failLateOccurrences(
  services: Services,
  tx: Tx,
  occurrences: readonly PlannedOccurrence[],
  { userIds, voices, now }: { userIds: readonly number[]; voices: ReadonlyMap<number, VoiceId>; now: Instant },
): Promise<void> {
  const calls = firstCalls(occurrences, voices)
  const ids = await planCalls(services, tx, calls)
  await failUndialled(tx, ids, 'too-late', now)
  await lookAtSignals(tx, userIds)
  for (const [index, call] of calls.entries()) {
    const ended = { ...call, id: ids[index]!, markedAt: null }
    noteCallEnded(services, ended, { status: 'failed', failure: 'too-late', carrierCallId: null })
  }
  for (const occurrence of occurrences) {
    const failed = { dueAt: occurrence.dueAt, reason: 'too-late' }
    const ending = { outcome: 'failed', by: 'call', failed } as const
    await closeOccurrence(services, tx, { ...occurrence, isSample: false }, ending)
  }
}

/**
 * The first call of each occurrence, to be stored as planned or failed, by the voice and the standing of its person.
 * Without a standing, a person is a newcomer.
 */
function firstCalls(
  occurrences: readonly PlannedOccurrence[],
  voices: ReadonlyMap<number, VoiceId>,
  standings?: ReadonlyMap<number, Standing>,
): CallToPlan[] {
  return occurrences.map(({ id, userId, dueAt, proof }) => {
    const by = { voice: voices.get(userId)!, standing: standings?.get(userId) }
    return { occurrenceId: id, userId, attempt: 1, kind: 'first', dueAt, proof, ...by }
  })
}
