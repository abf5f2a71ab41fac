import { noteOf } from '@reveille/core/schedules/note'
import type { Occurrence, Schedule } from '@reveille/core/schedules/schedule'
import { nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { changeSchedule, type Unchanged } from './change-schedule.ts'
import { findPlannedFirst, isBeingPlaced, lockOpenCallsOf } from './planner/planned-calls.sql.ts'
import { findSchedule } from './schedules.sql.ts'

export type NoteOutcome = { outcome: 'written' | 'removed'; version: number } | { outcome: 'not-the-next' } | Unchanged

/**
 * Writes the note of a schedule's next call, due at `at`, and has the message composed again. A note that exists can be
 * changed until its call, even while the schedule is paused. Empty text removes it; its instant stays, for an undo.
 */
export function writeNote(
  services: Services,
  userId: number,
  id: number,
  { at, text, expected }: { at: Instant; text: string; expected?: Expected },
): Promise<NoteOutcome> {
  const which = { userId, id, expected }
  return changeSchedule<NoteOutcome>(services, which, async (tx, { schedule, next: version }) => {
    const now = services.clock.now()
    const isRemoved = text === ''
    const planned = await findPlannedFirst(tx, id, now)
    const isTheNext = !isRemoved && at === (planned?.dueAt ?? nextUnskipped(schedule))
    if (!isTheNext && !(await hasNoteAt(tx, schedule, at, now))) return { refused: { outcome: 'not-the-next' } }
    const changed = { ...schedule, note: isRemoved ? null : text, noteAt: at }
    return { changed, followUps: 'stay', result: { outcome: isRemoved ? 'removed' : 'written', version } }
  })
}

/** Whether this coming call has or had a note that can still change: the call isn't being placed. */
async function hasNoteAt(tx: Tx, { id, noteAt }: Schedule, at: Instant, now: Instant): Promise<boolean> {
  if (noteAt !== at || at <= now) return false
  const calls = await lockOpenCallsOf(tx, id)
  return !calls.some((call) => call.dueAt === at && isBeingPlaced(call))
}

/** What the person wants to hear in this occurrence's calls; null if nothing, or in a sample. */
export async function noteOfCall(
  tx: Tx,
  { scheduleId, dueAt }: Pick<Occurrence, 'scheduleId' | 'dueAt'>,
): Promise<string | null> {
  const schedule = scheduleId === null ? null : await findSchedule(tx, scheduleId)
  return schedule === null ? null : noteOf(schedule, dueAt)
}
