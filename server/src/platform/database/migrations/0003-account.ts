import { sql, type Kysely } from 'kysely'

/** What people see, take along and erase of what is held about them (ACCT, CALL-13, SHELL-11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users
      -- Which kinds of mail a person does not want; some are always sent.
      add column mails_off text[] not null default '{}',
      -- The secret in the address of their calendar: two random UUIDs are 244 bits of chance.
      add column calendar_token text not null unique
        default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
    create index users_never_verified on users (created_at) where phone is null;

    -- An address that a person left: it is told of the change, and forgotten after a while.
    create table former_emails (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      email text not null,
      left_at timestamptz not null
    );
    create index former_emails_user on former_emails (user_id);

    alter table schedules add column end_told boolean not null default false;
    update schedules set end_told = true where ended_at is not null;
    create index schedules_end_to_tell on schedules (one_time_at) where not end_told and one_time_at is not null;

    -- At most one consent to recording is in force at a time.
    create unique index consents_recording on consents (user_id) where kind = 'recording' and withdrawn_at is null;

    alter table calls
      -- Its prepared words say that it is recorded: only then it may be.
      add column announces_recording boolean not null default false,
      -- The carrier was asked to record it.
      add column recorded boolean not null default false;
    create index calls_recording on calls (ended_at) where recording_key is not null;

    -- What lies at the carrier and must come to us or go; a row goes when the carrier's copy is gone.
    create table carrier_recordings (
      recording_id text primary key,
      -- Null when nobody may keep it: its account is deleted, or it was never asked for.
      call_id bigint references calls on delete set null,
      -- Where our copy goes; known before it is written, so that nothing is left behind by a crash.
      file_key text,
      due_at timestamptz not null,
      tries integer not null default 0,
      created_at timestamptz not null
    );
    create index carrier_recordings_due on carrier_recordings (due_at);
    create index carrier_recordings_call on carrier_recordings (call_id);

    create table exports (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      requested_at timestamptz not null,
      ready_at timestamptz,
      size_bytes bigint,
      expires_at timestamptz not null
    );
    create index exports_user on exports (user_id, id desc);
    create index exports_expiry on exports (expires_at);

    -- Numbers that want no calls or texts, of accounts that are deleted: a keyed hash tells nobody the number.
    create table kept_opt_outs (
      phone_hash text not null,
      kind text not null check (kind in ('calls', 'texts')),
      opted_out_at timestamptz not null,
      primary key (phone_hash, kind)
    );

    create index call_events_age on call_events using brin (at);
    create index notices_age on notices using brin (created_at);
  `.execute(db)
}
