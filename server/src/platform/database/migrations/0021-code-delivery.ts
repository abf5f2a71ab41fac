import { sql, type Kysely } from 'kysely'

/**
 * What became of a text once the carrier had taken it, and of a call with a code (PHONE-6). `token` is in the address of the
 * carrier's callbacks: another one for each text or call.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table one_time_codes add column by_call boolean not null default false;
    alter table one_time_codes add column token text;
    alter table one_time_codes add column delivery text;
    alter table one_time_codes add column delivery_error integer;
    alter table one_time_codes add column resent boolean not null default false;
    create index if not exists one_time_codes_token on one_time_codes (token) where token is not null;
    alter table occurrences add column announcement_token text;
    alter table occurrences add column announcement_delivery text;
    alter table occurrences add column announcement_error integer;
    create index if not exists occurrences_announcement_token on occurrences (announcement_token)
      where announcement_token is not null;
  `.execute(db)
}
