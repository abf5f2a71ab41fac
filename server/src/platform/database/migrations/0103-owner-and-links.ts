import { sql, type Kysely } from 'kysely'

/**
 * `links`: unused links, each by the hash of its secret. `stranger_counts`: counts of what strangers do at a private
 * installation. All rows exist from the start, so strangers add none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column is_owner boolean not null default false`.execute(db)
  await sql`alter table users add column blocked_at timestamptz`.execute(db)
  await sql`
    create table links (
      id bigint generated always as identity primary key,
      kind text not null,
      secret_hash text not null unique,
      made_by bigint references users (id) on delete cascade,
      for_user bigint references users (id) on delete cascade,
      name text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )
  `.execute(db)
  await sql`create index links_made_by on links (made_by)`.execute(db)
  await sql`create index links_for_user on links (for_user)`.execute(db)
  await sql`
    create table stranger_counts (
      slot integer primary key,
      period bigint not null default 0,
      used integer not null default 0
    ) with (fillfactor = 50)
  `.execute(db)
  await sql`insert into stranger_counts (slot) select generate_series(0, 16383)`.execute(db)
}
