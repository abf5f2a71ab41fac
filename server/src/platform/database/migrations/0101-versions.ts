import { sql, type Kysely } from 'kysely'

/**
 * How often the person changed it, as schedules.version does for schedules: what If-Match is compared with. The planner's
 * and the retention's own changes don't count, so that a call that rang makes no open form stale.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table personalizations add column version integer not null default 1`.execute(db)
  await sql`alter table users add column version integer not null default 1`.execute(db)
}
