import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database/database.ts'

/** The number of rows of each table, and of jobs. */
export async function countRows(db: Database): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const name of await tableNames(db)) {
    const { rows } = await sql<{ count: string }>`select count(*) from ${sql.raw(name)}`.execute(db)
    counted[name] = Number(rows[0]!.count)
  }
  return counted
}

/** The bytes of the largest row of any table, without indexes. */
export async function largestRow(db: Database): Promise<number> {
  const sizes = []
  for (const name of await tableNames(db)) {
    const largest = sql<{
      bytes: number | null
    }>`select max(pg_column_size(one.*)) as bytes from ${sql.raw(name)} as one`
    sizes.push((await largest.execute(db)).rows[0]!.bytes ?? 0)
  }
  return Math.max(...sizes)
}

async function tableNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' or (schemaname, tablename) = ('jobs', 'job')
  `.execute(db)
  return rows.map(({ name }) => name)
}
