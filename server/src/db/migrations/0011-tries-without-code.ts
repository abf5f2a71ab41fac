import { sql, type Kysely } from 'kysely'

/** Tries of strangers for addresses that no code went to were kept for two years, a row each: they go at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from rate_limits where key like 'try-without-code:%'`.execute(db)
}
