import { sql, type Kysely } from 'kysely'

/** `host`: the RP ID that it was made for. It works at no other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      host text not null,
      name text not null,
      added_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkeys_user on passkeys (user_id);
  `.execute(db)
}
