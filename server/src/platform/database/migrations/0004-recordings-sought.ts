import { sql, type Kysely } from 'kysely'

/** A lost callback must leave no recording behind at the carrier (S44): when it was not heard of, it is asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calls add column seek_recording_at timestamptz;
    create index calls_seek_recording on calls (seek_recording_at) where seek_recording_at is not null;
  `.execute(db)
}
