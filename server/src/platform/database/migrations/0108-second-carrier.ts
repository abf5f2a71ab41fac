import { sql, type Kysely } from 'kysely'

/**
 * By which carrier a call leaves or left, and which one has a recording. `fetched_at`: when the carrier first asked what
 * an answered call says, recorded only beside a second carrier. `off_at`: since when an operator uses a carrier for no
 * call; null: it's in use.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table calls add column carrier smallint not null default 1 check (carrier in (1, 2)),
      add column fetched_at timestamptz;
    alter table carrier_recordings add column carrier smallint not null default 1 check (carrier in (1, 2));
    alter table carrier_rate drop constraint carrier_rate_id_check;
    alter table carrier_rate add column off_at timestamptz;
    insert into carrier_rate (id, next_free_at) values (2, '-infinity');
  `.execute(db)
}
