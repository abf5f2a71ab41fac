import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { changeSchedule, thereOrChanged } from './change-schedule.ts'
import { openOccurrencesOf } from './planner/occurrences.sql.ts'
import { isBeingPlaced, isUnderWay, lockOpenCallsOf } from './planner/planned-calls.sql.ts'

/** `underWay`: the carrier already has one of its calls, which continues. */
export type StopOutcome =
  | { outcome: 'stopped'; underWay: boolean }
  | { outcome: 'not-found' | 'nothing-to-stop' | 'being-placed' | 'changed-elsewhere' }

/**
 * Ends what a schedule has begun today: no snooze, retry or wake check follows. This ends a one-time schedule; a
 * recurring one rings again on its next day.
 */
export async function stopForToday(
  services: Services,
  userId: number,
  id: number,
  expected?: Expected,
): Promise<StopOutcome> {
  const stopped = await changeSchedule<StopOutcome>(services, { userId, id, expected }, async (tx, { schedule }) => {
    const calls = await lockOpenCallsOf(tx, id)
    if (calls.some(isBeingPlaced)) return { refused: { outcome: 'being-placed' } }
    const now = services.clock.now()
    const hasBegun = (await openOccurrencesOf(tx, id)).some(({ dueAt }) => dueAt <= now)
    if (!hasBegun) return { refused: { outcome: 'nothing-to-stop' } }
    return { changed: schedule, followUps: 'end', result: { outcome: 'stopped', underWay: calls.some(isUnderWay) } }
  })
  services.live.publish(userId, 'calls')
  return typeof stopped === 'string' ? { outcome: thereOrChanged(stopped) } : stopped
}
