import { sql, type Kysely } from 'kysely'

/**
 * Accounts, schedules, and the calls that come of them. Written as SQL, because the partial indexes and checks here
 * are part of the product's promises (reliability: I2, I15) and should be read as the database reads them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      phone text,
      phone_verified boolean not null default false,
      welcome_email_sent boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (phone is not null or not phone_verified)
    );
    create unique index users_verified_phone on users (phone) where phone_verified;

    create table personalizations (
      user_id bigint primary key references users on delete cascade,
      goals text[] not null check (cardinality(goals) > 0),
      other_goal text,
      goal_description text,
      struggles text[] not null check (cardinality(struggles) > 0),
      other_struggle text,
      voice text not null,
      custom_voice text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );

    -- A code belongs to (address, purpose, browser): a stranger's request for my address touches nothing of mine.
    create table one_time_codes (
      id bigint generated always as identity primary key,
      address text not null,
      purpose text not null,
      browser_hash text not null,
      code_hash text not null,
      tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      unique (address, purpose, browser_hash)
    );
    create index one_time_codes_expiry on one_time_codes (expires_at);

    create table sessions (
      sid text primary key,
      sess jsonb not null,
      expire timestamptz not null,
      user_id bigint generated always as ((sess ->> 'userId')::bigint) stored
    );
    create index sessions_expiry on sessions (expire);
    create index sessions_user on sessions (user_id);

    create table consents (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      kind text not null,
      version text not null,
      ip text,
      given_at timestamptz not null,
      withdrawn_at timestamptz
    );
    create index consents_user on consents (user_id, kind);

    -- By number, not by account: an opt-out outlives both.
    create table opt_outs (
      phone text not null,
      kind text not null check (kind in ('calls', 'texts')),
      opted_out_at timestamptz not null,
      primary key (phone, kind)
    );

    create table schedules (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      wakeup_time text not null check (wakeup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      timezone text not null,
      is_recurring boolean not null,
      weekdays text[] not null,
      date text check (date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      call_retry boolean not null,
      advance_notice boolean not null,
      is_active boolean not null default true,
      one_time_at timestamptz,
      skipped_calls timestamptz[] not null default '{}',
      next_due_at timestamptz,
      clock_notice_at timestamptz,
      version integer not null default 1,
      ended_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (is_recurring = (date is null)),
      check (is_recurring = (one_time_at is null)),
      check (not is_recurring or cardinality(weekdays) > 0)
    );
    create index schedules_user on schedules (user_id) where ended_at is null;
    create index schedules_clock_notice on schedules (clock_notice_at) where clock_notice_at is not null;
    create index schedules_next_due on schedules (next_due_at) where next_due_at is not null;

    create table occurrences (
      id bigint generated always as identity primary key,
      schedule_id bigint references schedules on delete set null,
      user_id bigint not null references users on delete cascade,
      is_sample boolean not null default false,
      due_at timestamptz not null,
      timezone text not null,
      call_retry boolean not null,
      announce_at timestamptz,
      announced_at timestamptz,
      outcome text check (outcome in ('answered', 'missed', 'failed', 'skipped', 'cancelled')),
      outcome_at timestamptz,
      confirmed_at timestamptz,
      created_at timestamptz not null,
      unique (schedule_id, due_at)
    );
    create index occurrences_announce on occurrences (announce_at) where announce_at is not null;
    create index occurrences_user on occurrences (user_id, due_at);

    create table calls (
      id bigint generated always as identity primary key,
      occurrence_id bigint not null references occurrences on delete cascade,
      user_id bigint not null references users on delete cascade,
      attempt integer not null,
      kind text not null check (kind in ('first', 'retry', 'snooze', 'wake-check', 'sample')),
      due_at timestamptz not null,
      dial_at timestamptz not null,
      slot_at timestamptz,
      stage text not null default 'planned'
        check (stage in ('planned', 'leased', 'dialling', 'placed', 'in_doubt', 'ended')),
      status text not null default 'pending'
        check (status in ('pending', 'answered', 'completed', 'no_answer', 'failed')),
      holds_line boolean not null default false,
      token text not null unique,
      phone text,
      carrier_call_id text unique,
      lease_owner text,
      marked_at timestamptz,
      placed_at timestamptz,
      ringing_at timestamptz,
      answered_at timestamptz,
      ended_at timestamptz,
      duration_s integer,
      queue_ms integer,
      machine boolean not null default false,
      snoozed boolean not null default false,
      confirmed_at timestamptz,
      failure text,
      ask_at timestamptz,
      asks integer not null default 0,
      voice text not null,
      script jsonb,
      spoke_of text,
      recording_key text,
      created_at timestamptz not null,
      unique (occurrence_id, attempt),
      check (stage <> 'ended' or not holds_line),
      check ((stage = 'leased') <= (lease_owner is not null))
    );
    create index calls_planned on calls (dial_at) where stage = 'planned';
    create index calls_leased on calls (lease_owner) where stage = 'leased';
    create index calls_dialling on calls (lease_owner) where stage = 'dialling';
    create index calls_ask on calls (ask_at) where ask_at is not null;
    create index calls_history on calls (user_id, id desc);
    create index calls_by_phone on calls (phone, marked_at) where phone is not null;
    -- One call at a time to a person (CALL-14), whatever the code above believes.
    create unique index calls_one_line on calls (user_id) where holds_line;

    create table call_events (
      id bigint generated always as identity primary key,
      call_id bigint not null references calls on delete cascade,
      at timestamptz not null,
      kind text not null,
      detail text
    );
    create index call_events_call on call_events (call_id, id);

    create table notices (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      kind text not null,
      detail jsonb not null,
      created_at timestamptz not null,
      read_at timestamptz
    );
    create index notices_user on notices (user_id, id desc);

    create table workers (
      id text primary key,
      home text not null,
      beat_at timestamptz not null
    );

    create table carrier_rate (
      id integer primary key check (id = 1),
      next_free_at timestamptz not null
    );
    insert into carrier_rate (id, next_free_at) values (1, '-infinity');

    -- Facts about this installation, such as the version of the zone data that planned its calls.
    create table installation (
      key text primary key,
      value text not null
    );
  `.execute(db)
}
