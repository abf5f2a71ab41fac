import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { changeSchedule, type Unchanged } from './change-schedule.ts'
import { isBeingPlaced, isUnderWay, lockOpenCallsOf } from './planner/planned-calls.sql.ts'

/** `underWay`: the carrier already has one of its calls, which continues. */
export type DeleteOutcome = { outcome: 'deleted'; underWay: boolean } | { outcome: 'being-placed' } | Unchanged

/** Deletes a schedule and everything planned for it; its history stays. */
export function deleteSchedule(
  services: Services,
  userId: number,
  id: number,
  expected?: Expected,
): Promise<DeleteOutcome> {
  return changeSchedule<DeleteOutcome>(services, { userId, id, expected }, async (tx) => {
    const calls = await lockOpenCallsOf(tx, id)
    if (calls.some(isBeingPlaced)) return { refused: { outcome: 'being-placed' } }
    return { deleted: { outcome: 'deleted', underWay: calls.some(isUnderWay) } }
  })
}
