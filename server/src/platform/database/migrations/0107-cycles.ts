import { sql, type Kysely } from 'kysely'

/**
 * A rotating schedule's first date and times by day. Versions that don't know it see every day at the earliest time,
 * which `weekdays` and `wakeup_time` say.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table schedules add column cycle jsonb`.execute(db)
}
