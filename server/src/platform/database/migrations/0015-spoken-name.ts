import { sql, type Kysely } from 'kysely'

/** What the calls say instead of the first word of the name (ACCT-1); null without a choice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column spoken_name text`.execute(db)
}
