import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Jobs run on real time: waits until none is left. */
export async function jobsDone(db: Database): Promise<void> {
  for (;;) {
    // One that failed is tried again later, and not waited for: but for speech, which is ready before a phone rings.
    const { rows } = await sql`
      select 1 from jobs.job
      where state in ('created', 'active') or (state = 'retry' and name = 'prepare-speech') limit 1
    `.execute(db)
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
