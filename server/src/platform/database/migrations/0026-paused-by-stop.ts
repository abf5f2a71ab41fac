import { sql, type Kysely } from 'kysely'

/** What turning calls off under Account paused, for its undo; null where 0 was pressed twice, which nothing but a code undoes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table opt_outs add column paused integer[]`.execute(db)
}
