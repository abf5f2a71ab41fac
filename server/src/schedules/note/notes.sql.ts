import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import { timestamp } from '../../platform/database/value-types.ts'

/** Forgets the notes of calls that were due before this instant: their mornings are over. */
export async function forgetNotes(db: Database, before: Instant): Promise<void> {
  const past = db.updateTable('schedules').set({ note: null, note_at: null })
  await past.where('note_at', '<', timestamp(before)).execute()
}
