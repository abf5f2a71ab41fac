import { sql, type Kysely } from 'kysely'

/** When nothing more was to follow in an occurrence, whatever is learnt of its calls later: 'Stop for today'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table occurrences add column stopped_at timestamptz`.execute(db)
}
