import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database/database.ts'

/** Every row of every table, jobs included, as one text: what a thief of the database would read. */
export async function dumpDatabase(db: Database): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'
      -- The job library writes these by itself, every few seconds.
      and not (table_schema = 'jobs' and table_name in ('version', 'queue', 'instance'))
  `.execute(db)
  const dumps = tables.map(({ schema, name }) =>
    sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.id(schema, name)} as t`.execute(db),
  )
  return (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}
