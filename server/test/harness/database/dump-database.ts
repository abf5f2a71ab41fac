import { sql } from 'kysely'
import type { Database } from '../../../src/platform/database/database.ts'

/** What the job library writes by itself, every few seconds: leave it out when you compare two dumps. */
export const JOB_LIBRARY_NOTES = ['version', 'queue', 'instance']

/** Every row of every table but `without`, jobs included, as one text: what a thief of the database would read. */
export async function dumpDatabase(db: Database, without: readonly string[] = []): Promise<string> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'
      and table_name <> all(${without}::text[])
  `.execute(db)
  const dumps = tables.map(({ schema, name }) =>
    sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.id(schema, name)} as t`.execute(db),
  )
  return (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
}
