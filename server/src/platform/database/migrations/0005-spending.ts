import { sql, type Kysely } from 'kysely'

/**
 * Where calls are stopped because too many were made (S35), and how many of the texted codes were used. The index is a
 * few kilobytes a million calls: marks come in the order of time, so a page of the table is the span of a few minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table spending_stops (
      scope text primary key,
      calls integer not null,
      until_at timestamptz not null
    );

    create table texted_codes (
      country text not null,
      slot_at timestamptz not null,
      sent integer not null default 0,
      used integer not null default 0,
      alarmed boolean not null default false,
      primary key (country, slot_at)
    );

    create index calls_marked on calls using brin (marked_at) with (pages_per_range = 16, autosummarize = on);
  `.execute(db)
}
