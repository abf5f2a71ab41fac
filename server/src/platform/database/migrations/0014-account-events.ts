import { sql, type Kysely } from 'kysely'

/**
 * What happened to an account, for its owner to read (ACCT-5): never a whole address of a network. And who goes first of
 * those whose calls are due at the same instant (S84); calls that the version before plans count as newcomers'.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_events (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      at timestamptz not null,
      kind text not null,
      detail text,
      browser text,
      network text
    );
    create index account_events_person on account_events (user_id, kind, id desc);
    create index account_events_age on account_events using brin (at);
    alter table calls add column standing smallint not null default 2;
  `.execute(db)
}
