import { sql, type Kysely } from 'kysely'

/**
 * `signal_people`: people whose mornings go to the webhook; `look_at`: when to check for news ('-infinity' after a
 * change). `signals`: what to send, in order for each person; `subject` keeps an event from being sent twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table signal_people (
      user_id bigint primary key references users on delete cascade,
      since timestamptz not null, look_at timestamptz not null default '-infinity',
      next_at timestamptz, next_timezone text
    );
    create index signal_people_look on signal_people (look_at);
    create table signals (
      id bigint generated always as identity primary key,
      user_id bigint references signal_people on delete cascade,
      kind text not null, subject text unique, data jsonb not null,
      webhook_id text not null default 'msg_' || gen_random_uuid(),
      created_at timestamptz not null, expires_at timestamptz not null,
      try_at timestamptz not null, tries integer not null default 0, answer text,
      delivered boolean not null default false, ended_at timestamptz
    );
    create index signals_user on signals (user_id);
    create index signals_waiting on signals (coalesce(user_id, 0), id) where ended_at is null;
    create table tokens (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      name text not null, secret_hash text not null unique,
      added_at timestamptz not null, last_used_at timestamptz
    );
    create index tokens_user on tokens (user_id);
  `.execute(db)
}
