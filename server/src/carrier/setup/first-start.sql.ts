import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'

/** Also works before there are tables. */
export async function hasSchedules(db: Database): Promise<boolean> {
  const { rows: tables } = await sql<{ there: boolean }>`
    select to_regclass('schedules') is not null as there`.execute(db)
  if (tables[0]?.there !== true) return false
  const { rows } = await sql<{ some: boolean }>`select exists (select 1 from schedules) as some`.execute(db)
  return rows[0]!.some
}
