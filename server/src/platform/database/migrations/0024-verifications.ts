import { sql, type Kysely } from 'kysely'

/** What the carrier's verification service calls the code that it sent, for as long as it's open there (PHONE-5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table one_time_codes add column verification_id text`.execute(db)
}
