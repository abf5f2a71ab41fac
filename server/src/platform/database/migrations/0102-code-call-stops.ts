import { sql, type Kysely } from 'kysely'

/**
 * Numbers that opted out of calls with codes while their holder's wake-up calls go on. By a keyed hash, which
 * tells nobody the number and outlives the account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table code_call_stops (phone_hash text primary key, stopped_at timestamptz not null)`.execute(db)
}
