import type { Schedule } from '@reveille/core/schedules/schedule'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { dateOrNull, timestamp } from '../../platform/database/value-types.ts'
import { SCHEDULE } from '../schedules.sql.ts'

/** Sets the note of a coming call, or none; this alone composes no message anew. */
export function setNote(tx: Tx, id: number, { note, noteAt }: Pick<Schedule, 'note' | 'noteAt'>): Promise<Schedule> {
  return tx
    .updateTable('schedules')
    .set({ note, note_at: dateOrNull(noteAt) })
    .where('id', '=', id)
    .returning(SCHEDULE)
    .executeTakeFirstOrThrow()
}

/** Forgets the notes of calls that were due before this instant: their mornings are over. */
export async function forgetNotes(db: Database, before: Instant): Promise<void> {
  const past = db.updateTable('schedules').set({ note: null, note_at: null })
  await past.where('note_at', '<', timestamp(before)).execute()
}
