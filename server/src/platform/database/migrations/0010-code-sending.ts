import { sql, type Kysely } from 'kysely'

/** What the carrier said to the text with a code (PHONE-6); null until it has, and for codes that are mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table one_time_codes add column sending text`.execute(db)
}
