import { sql, type Kysely } from 'kysely'

/**
 * Counts the person's own changes, for If-Match. Changes by the planner or by retention don't count: a call that rang
 * must not make an open form stale.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table personalizations add column version integer not null default 1`.execute(db)
  await sql`alter table users add column version integer not null default 1`.execute(db)
}
