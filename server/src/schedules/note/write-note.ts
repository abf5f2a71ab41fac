import { nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../../platform/services.ts'
import { changeSchedule, type NotThere } from '../change-schedule.ts'
import { findPlannedFirst } from '../planner/planned-calls.sql.ts'
import { setNote } from './notes.sql.ts'

export type NoteOutcome = 'written' | 'removed' | 'not-the-next' | NotThere

/**
 * Writes the note of the next call of a schedule, due at `at`, in place of an older one, and has the message composed
 * anew (WAKE-26). Without text it takes back the note of that call.
 */
export function writeNote(
  services: Services,
  userId: number,
  id: number,
  { at, text }: { at: Instant; text: string },
): Promise<NoteOutcome> {
  return changeSchedule<NoteOutcome>(services, { userId, id }, async (tx, { schedule }) => {
    const planned = await findPlannedFirst(tx, id, services.clock.now())
    const next = planned?.dueAt ?? nextUnskipped(schedule)
    if (text === '') {
      if (schedule.noteAt !== at || at <= services.clock.now()) return { refused: 'not-the-next' }
      const changed = await setNote(tx, id, { note: null, noteAt: null })
      return { changed, followUps: 'stay', result: 'removed' }
    }
    if (at !== next) return { refused: 'not-the-next' }
    const changed = await setNote(tx, id, { note: text, noteAt: at })
    return { changed, followUps: 'stay', result: 'written' }
  })
}
