import { sql, type Kysely } from 'kysely'

/**
 * Numbers that opted out of code calls, while their owner's wake-up calls continue. Stored as a keyed hash, which hides
 * the number and outlives the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table code_call_stops (phone_hash text primary key, stopped_at timestamptz not null)`.execute(db)
}
