import type { Schedule } from '@reveille/core/schedules/schedule'
import { isSkipped } from '@reveille/core/schedules/skipped-calls'
import type { Instant } from '@reveille/core/time/time-zone'
import { giveNotice } from '../notices/give-notice.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { ToBePaid } from '../platform/limits/used-up.http.ts'
import type { Services } from '../platform/services.ts'
import { type Change, changeSchedule, type LockedSchedule, type Unchanged } from './change-schedule.ts'
import { endLeases, isBeingPlaced, isUnderWay, lockOpenCallsOf, type OpenCall } from './planner/planned-calls.sql.ts'

/** `underWay`: the carrier already has one of its calls, which continues. */
export type ToggleOutcome =
  | { outcome: 'paused'; underWay: boolean; version: number }
  | { outcome: 'resumed'; version: number }
  | { outcome: 'being-placed' | 'calls-stopped' }
  | Unchanged
  | ToBePaid

/**
 * Pauses an active schedule, or resumes a paused one. A pause stops the next call up to one second before it. A snooze
 * or retry waits, and rings if the schedule is resumed in time. A resume never calls for the past. Resuming
 * counts against the rate limit; pausing doesn't.
 */
export function toggleSchedule(
  services: Services,
  userId: number,
  id: number,
  { isPaid = true, expected }: { isPaid?: boolean; expected?: Expected } = {},
): Promise<ToggleOutcome> {
  return changeSchedule<ToggleOutcome>(services, { userId, id, expected }, async (tx, locked) => {
    const { callee, schedule, next: version } = locked
    if (schedule.isActive) return pause(services, tx, locked)
    // A session alone doesn't turn on what the number's owner stopped.
    if (callee.optedOutOfCalls) return { refused: { outcome: 'calls-stopped' } }
    if (!isPaid) return { refused: { outcome: 'to-be-paid' } }
    return { changed: { ...schedule, isActive: true }, followUps: 'stay', result: { outcome: 'resumed', version } }
  })
}

async function pause(
  services: Services,
  tx: Tx,
  { schedule, next: version }: LockedSchedule,
): Promise<Change<ToggleOutcome>> {
  const { id, userId, wakeupTime } = schedule
  const calls = await lockOpenCallsOf(tx, id)
  if (calls.some(isBeingPlaced)) return { refused: { outcome: 'being-placed' } }
  await endLeases(tx, calls)
  const call = resumedFor(schedule, calls, services.clock.now())
  // Tell people about their own pause only if it costs the one call of a one-time schedule.
  if (call !== null) await giveNotice(services, tx, userId, { kind: 'schedule-paused', wakeupTime, ...call })
  const result = { outcome: 'paused', underWay: calls.some(isUnderWay), version } as const
  return { changed: { ...schedule, isActive: false }, followUps: 'stay', result }
}

/** The call that resuming a one-time schedule is for: at its instant, or one that may still come. */
function resumedFor(schedule: Schedule, calls: readonly OpenCall[], now: Instant) {
  const { oneTimeAt, timezone } = schedule
  if (oneTimeAt === null || isSkipped(schedule, oneTimeAt)) return null
  const ahead = [oneTimeAt, ...calls.map(({ dueAt }) => dueAt)].filter((at) => at > now)
  return ahead.length === 0 ? { mayBeDue: true } : { dueAt: Math.min(...ahead), timezone }
}
