import { sql, type Kysely } from 'kysely'

/** What a call of a schedule says beside its message (WAKE-26), and the instant of that call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table schedules add column note text, add column note_at timestamptz;
    create index if not exists schedules_note_at on schedules (note_at) where note_at is not null;
  `.execute(db)
}
