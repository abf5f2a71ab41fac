import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database/database.ts'

/** Jobs run in real time: waits until only failed ones are left, which will be retried. */
export async function jobsDone(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select 1 from jobs.job where state in ('created', 'active') limit 1
    `.execute(db)
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
