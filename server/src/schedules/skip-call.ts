import type { Schedule } from '@reveille/core/schedules/schedule'
import { MOST_SKIPS, nextUnskipped, skippedAhead } from '@reveille/core/schedules/skipped-calls'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { ToBePaid } from '../platform/limits/used-up.http.ts'
import type { Services } from '../platform/services.ts'
import { changeSchedule, changeScheduleIn, type Change, type Unchanged } from './change-schedule.ts'
import { closeOccurrence } from './planner/close-occurrence.ts'
import { readOccurrence } from './planner/occurrences.sql.ts'
import { deleteUndialled, findPlannedFirst } from './planner/planned-calls.sql.ts'

/** Without `skipped` it toggles; without `at` it's about the next call. Only removing a skip counts for the limit. */
export type SkipRequest = {
  at?: Instant | undefined
  skipped?: boolean | undefined
  isPaid?: boolean
  expected?: Expected
}

export type SkipOutcome =
  | { outcome: 'skipped'; isRecurring: boolean }
  | { outcome: 'unskipped' | 'not-the-next' | 'nothing-to-skip' | 'too-many-skips' }
  | Unchanged
  | ToBePaid

/** Skips exactly the next call of a schedule, or removes the skip while its instant is in the future. */
export function skipNextCall(
  services: Services,
  userId: number,
  id: number,
  { at, skipped, isPaid = true, expected }: SkipRequest,
): Promise<SkipOutcome> {
  return changeSchedule<SkipOutcome>(services, { userId, id, expected }, async (tx, { schedule }) => {
    const ahead = skippedAhead(schedule, services.clock.now())
    if (skipped ?? ahead.length === 0) return skip(services, tx, schedule, { at })
    const takenBack = at ?? ahead[0]
    if (takenBack === undefined) return { refused: { outcome: 'unskipped' } }
    if (!ahead.includes(takenBack)) return { refused: { outcome: 'not-the-next' } }
    if (!isPaid) return { refused: { outcome: 'to-be-paid' } }
    const stillSkipped = ahead.filter((instant) => instant !== takenBack)
    return { changed: { ...schedule, skippedCalls: stillSkipped }, followUps: 'stay', result: { outcome: 'unskipped' } }
  })
}

/** For a key or a text: skips the call due at `at`, if it's the next one after `after`. Never removes a skip. */
export function skipNamedCall(
  services: Services,
  tx: Tx,
  which: { userId: number; id: number },
  named: { at: Instant; after?: Instant },
): Promise<SkipOutcome> {
  return changeScheduleIn<SkipOutcome>(services, tx, which, (_tx, { schedule }) => skip(services, tx, schedule, named))
}

/** Marks the next call, or the next after `after`, as skipped, and cancels it if it was already planned. */
async function skip(
  services: Services,
  tx: Tx,
  schedule: Schedule,
  { at, after }: { at?: Instant | undefined; after?: Instant },
): Promise<Change<SkipOutcome>> {
  const ahead = skippedAhead(schedule, services.clock.now())
  const skipped = { outcome: 'skipped', isRecurring: schedule.isRecurring } as const
  if (at !== undefined && ahead.includes(at)) return { refused: skipped }
  const planned = await findPlannedFirst(tx, schedule.id, after)
  const next = planned?.dueAt ?? nextUnskipped(schedule)
  if (next === null) return { refused: { outcome: at === undefined ? 'nothing-to-skip' : 'not-the-next' } }
  if (at !== undefined && at !== next) return { refused: { outcome: 'not-the-next' } }
  if (ahead.length >= MOST_SKIPS) return { refused: { outcome: 'too-many-skips' } }
  if (planned !== null) {
    await deleteUndialled(tx, [planned.occurrenceId])
    const occurrence = await readOccurrence(tx, planned.occurrenceId)
    await closeOccurrence(services, tx, occurrence, { outcome: 'skipped', by: 'person' })
  }
  return { changed: { ...schedule, skippedCalls: [...ahead, next] }, followUps: 'stay', result: skipped }
}
