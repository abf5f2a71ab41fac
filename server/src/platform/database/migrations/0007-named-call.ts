import { sql, type Kysely } from 'kysely'

/** The call that the words of another named: key 9 skips it and no other. No reference, because its schedule may go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calls add column named_schedule_id bigint, add column named_call_at timestamptz
  `.execute(db)
}
