import { sql, type Kysely } from 'kysely'

/** A schedule's name, and the weekdays on which it rings at another time than its own (WAKE-23). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table schedules add column name text, add column weekday_times jsonb not null default '{}'
  `.execute(db)
}
