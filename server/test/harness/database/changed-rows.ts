import { sql } from 'kysely'
import { PERSONAL_DATA } from '../../../src/accounts/export/export-contents.sql.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { inTransaction, type Tx } from '../../../src/platform/database/transaction.ts'

/** The counts of strangers are thousands of rows that nothing else refers to. */
const TABLES = Object.keys(PERSONAL_DATA).filter((name) => name !== 'stranger_counts')

/**
 * Runs `work` in one transaction and names each changed, added or deleted row, such as 'schedules 2': a statement with
 * a missing condition changes somebody else's rows.
 */
export async function changedRows(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const before = await allRows(db)
  await inTransaction(db, work)
  const after = await allRows(db)
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).toSorted()
}

async function allRows(db: Database): Promise<Map<string, string>> {
  const rowsOf = TABLES.map(
    (name) => sql`select ${sql.lit(name)} as name, to_jsonb(t) as row from ${sql.id(name)} as t`,
  )
  const { rows } = await sql<{
    name: string
    row: Record<string, unknown>
  }>`${sql.join(rowsOf, sql` union all `)}`.execute(db)
  return new Map(
    rows.map(({ name, row }) => [
      `${name} ${String(row['id'] ?? row['user_id'] ?? Object.values(row)[0])}`,
      JSON.stringify(row),
    ]),
  )
}
