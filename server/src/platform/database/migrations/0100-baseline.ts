import { zoneDataVersion } from '@reveille/core/time/time-zone'
import { sql, type Kysely } from 'kysely'

/**
 * All tables of the last version before 1.0. In SQL, because its partial indexes and checks are promises of the product
 * and should read as the database reads them. Column order matches databases from before 1.0 (`old-chain.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await people(db)
  await signIn(db)
  await schedules(db)
  await calls(db)
  await spending(db)
  await installation(db)
}

async function people(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      phone text, phone_verified boolean not null default false,
      welcome_email_sent boolean not null default false,
      created_at timestamptz not null, updated_at timestamptz not null,
      -- Which kinds of mail a person does not want; some are always sent.
      mails_off text[] not null default '{}',
      ladder_asked_at timestamptz, firm_offered_at timestamptz,
      -- What the calls say instead of the first word of the name; null without a choice.
      spoken_name text,
      -- Only the hash of the secret in a calendar's address: a reader of the database can't open a calendar.
      calendar_hash text unique,
      second_phone text, second_phone_verified boolean not null default false,
      -- Which of our numbers calls and texts this person. Null: the first one.
      caller_number text,
      -- Only a call proved the number, so it may be a landline: no texts until a texted code proves that one arrives.
      proven_by_call boolean not null default false,
      second_proven_by_call boolean not null default false,
      check (phone is not null or not phone_verified)
    );
    create unique index users_verified_phone on users (phone) where phone_verified;
    create index users_never_verified on users (created_at) where phone is null;
    create index users_second_phone on users (second_phone) where second_phone_verified;
    create index users_proven_by_call on users (phone) where proven_by_call;
    create index users_second_proven_by_call on users (second_phone) where second_proven_by_call;

    create table personalizations (
      user_id bigint primary key references users on delete cascade,
      goals text[] not null check (cardinality(goals) > 0),
      other_goal text,
      goal_description text,
      struggles text[] not null check (cardinality(struggles) > 0),
      other_struggle text,
      voice text not null,
      custom_voice text,
      created_at timestamptz not null, updated_at timestamptz not null
    );

    create table consents (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      kind text not null, version text not null, ip text,
      given_at timestamptz not null, withdrawn_at timestamptz
    );
    create index consents_user on consents (user_id, kind);
    -- At most one consent to recording is in force at a time.
    create unique index consents_recording on consents (user_id) where kind = 'recording' and withdrawn_at is null;

    -- By number, not by account: an opt-out outlives both.
    create table opt_outs (
      phone text not null,
      kind text not null check (kind in ('calls', 'texts')),
      opted_out_at timestamptz not null,
      -- What turning calls off under Account paused, for its undo; null where 0 was pressed twice, which only a code undoes.
      paused integer[],
      primary key (phone, kind)
    );

    -- Opt-outs of deleted accounts' numbers: a keyed hash tells nobody the number.
    create table kept_opt_outs (
      phone_hash text not null,
      kind text not null check (kind in ('calls', 'texts')),
      opted_out_at timestamptz not null,
      primary key (phone_hash, kind)
    );

    create table notices (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      kind text not null,
      detail jsonb not null,
      created_at timestamptz not null, read_at timestamptz
    );
    create index notices_user on notices (user_id, id desc);
    create index notices_age on notices using brin (created_at);

    -- What happened to an account, for its owner to read: never a whole network address.
    create table account_events (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      at timestamptz not null,
      kind text not null,
      detail text, browser text, network text
    );
    create index account_events_person on account_events (user_id, kind, id desc);
    create index account_events_age on account_events using brin (at);

    -- An address that a person left: it is told of the change, and forgotten after a while.
    create table former_emails (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      email text not null,
      left_at timestamptz not null
    );
    create index former_emails_user on former_emails (user_id);

    -- Changes of a number that can still be disowned. A first second number replaces none.
    create table number_changes (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      former_phone text,
      tells_former boolean not null,
      changed_at timestamptz not null, disowned_at timestamptz,
      is_second boolean not null default false
    );
    create index number_changes_user_id on number_changes (user_id);

    create table exports (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      requested_at timestamptz not null, ready_at timestamptz, size_bytes bigint,
      expires_at timestamptz not null
    );
    create index exports_user on exports (user_id, id desc);
    create index exports_expiry on exports (expires_at);
  `.execute(db)
}

async function signIn(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A code belongs to (address, purpose, browser): a stranger's request for my address touches nothing of mine.
    create table one_time_codes (
      id bigint generated always as identity primary key,
      address text not null,
      purpose text not null,
      browser_hash text not null,
      -- Empty until the job has drawn the code: the code itself is never here.
      code_hash text,
      tries integer not null default 0,
      created_at timestamptz not null, expires_at timestamptz not null, used_at timestamptz,
      -- What the carrier answered to the text with the code; null until it has, and for codes that are mailed.
      sending text,
      by_call boolean not null default false,
      -- In the address of the carrier's callbacks: each text and call has another one.
      token text,
      delivery text, delivery_error integer,
      resent boolean not null default false,
      -- What the carrier's verification service calls the code it sent, while it's open there.
      verification_id text,
      unique (address, purpose, browser_hash)
    );
    create index one_time_codes_expiry on one_time_codes (expires_at);
    create index one_time_codes_token on one_time_codes (token) where token is not null;

    create table sessions (
      sid text primary key,
      sess jsonb not null,
      expire timestamptz not null,
      user_id bigint generated always as ((sess ->> 'userId')::bigint) stored
    );
    create index sessions_expiry on sessions (expire);
    create index sessions_user on sessions (user_id);

    -- Browsers somebody signed in with: part of the codes of an address is kept for them.
    create table known_browsers (
      user_id bigint not null references users on delete cascade,
      browser_hash text not null,
      signed_in_at timestamptz not null,
      primary key (user_id, browser_hash)
    );

    -- Proofs that count once: answered captchas and sign-ins of the phone provider, by hash.
    create table spent_proofs (hash text primary key, expires_at timestamptz not null);
    create index spent_proofs_expiry on spent_proofs (expires_at);
  `.execute(db)
}

async function schedules(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      created_at timestamptz not null, updated_at timestamptz not null,
      end_told boolean not null default false,
      -- Which edition of the zone data computed the cursor.
      zone_data text not null default ${sql.lit(zoneDataVersion)},
      proof text not null default 'gentle' check (proof in ('gentle', 'firm', 'strict')),
      snooze_minutes integer not null default 9, snooze_limit integer not null default 3,
      name text,
      -- The weekdays on which it rings at another time than its own.
      weekday_times jsonb not null default '{}',
      -- What one call says beside its message, and the instant of that call.
      note text,
      note_at timestamptz,
      check (is_recurring = (date is null)),
      check (is_recurring = (one_time_at is null)),
      check (not is_recurring or cardinality(weekdays) > 0)
    );
    create index schedules_user on schedules (user_id) where ended_at is null;
    create index schedules_clock_notice on schedules (clock_notice_at) where clock_notice_at is not null;
    create index schedules_next_due on schedules (next_due_at) where next_due_at is not null;
    create index schedules_end_to_tell on schedules (one_time_at) where not end_told and one_time_at is not null;
    create index schedules_note_at on schedules (note_at) where note_at is not null;

    -- Dates on which nothing rings, of one schedule or, without one, of all of a person's.
    create table days_off (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      schedule_id bigint references schedules on delete cascade,
      from_date text not null check (from_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      to_date text not null check (to_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      name text,
      created_at timestamptz not null,
      check (from_date <= to_date)
    );
    create index days_off_person on days_off (user_id);
    create index days_off_schedule on days_off (schedule_id);

    create table occurrences (
      id bigint generated always as identity primary key,
      schedule_id bigint references schedules on delete set null,
      user_id bigint not null references users on delete cascade,
      is_sample boolean not null default false,
      due_at timestamptz not null,
      timezone text not null,
      call_retry boolean not null,
      announce_at timestamptz, announced_at timestamptz,
      outcome text check (outcome in ('answered', 'unconfirmed', 'missed', 'failed', 'skipped', 'cancelled')),
      outcome_at timestamptz, confirmed_at timestamptz,
      created_at timestamptz not null,
      -- When nothing more was to follow, whatever is learned of its calls later: 'Stop for today'.
      stopped_at timestamptz,
      proof text not null default 'gentle' check (proof in ('gentle', 'firm', 'strict')),
      snooze_minutes integer not null default 9, snooze_limit integer not null default 3,
      told_outcome text,
      announcement_token text, announcement_delivery text, announcement_error integer,
      unique (schedule_id, due_at)
    );
    create index occurrences_announce on occurrences (announce_at) where announce_at is not null;
    create index occurrences_user on occurrences (user_id, due_at);
    create index occurrences_announcement_token on occurrences (announcement_token)
      where announcement_token is not null;
  `.execute(db)
}

async function calls(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calls (
      id bigint generated always as identity primary key,
      occurrence_id bigint not null references occurrences on delete cascade,
      user_id bigint not null references users on delete cascade,
      attempt integer not null,
      kind text not null check (kind in ('first', 'retry', 'snooze', 'wake-check', 'second-check', 'sample')),
      due_at timestamptz not null, dial_at timestamptz not null, slot_at timestamptz,
      stage text not null default 'planned'
        check (stage in ('planned', 'leased', 'dialling', 'placed', 'in_doubt', 'ended')),
      status text not null default 'pending'
        check (status in ('pending', 'answered', 'completed', 'unconfirmed', 'no_answer', 'failed')),
      holds_line boolean not null default false,
      token text not null unique,
      phone text,
      carrier_call_id text unique,
      lease_owner text, marked_at timestamptz,
      placed_at timestamptz, ringing_at timestamptz, answered_at timestamptz, ended_at timestamptz,
      duration_s integer, queue_ms integer,
      machine boolean not null default false, snoozed boolean not null default false,
      confirmed_at timestamptz, failure text,
      ask_at timestamptz, asks integer not null default 0,
      voice text not null, script jsonb, spoke_of text, recording_key text,
      created_at timestamptz not null,
      -- Its prepared words say that it is recorded: only then it may be.
      announces_recording boolean not null default false,
      -- The carrier was asked to record it.
      recorded boolean not null default false,
      -- When to ask the carrier for a recording of which no callback told us.
      seek_recording_at timestamptz,
      -- The call that the words of this one name: key 9 skips it and no other. No reference, because its schedule may go.
      named_schedule_id bigint, named_call_at timestamptz,
      -- When the words are to be spoken; null when they are.
      prepare_at timestamptz default 'epoch',
      tasks jsonb not null default '[]', task_round integer not null default 1, keyed_at timestamptz,
      -- Who goes first of those whose calls are due at the same instant; the default is a newcomer's.
      standing smallint not null default 2,
      for_second boolean not null default false, rang_second boolean not null default false,
      -- Which of our numbers placed it. Null: the first one.
      caller_number text,
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
    create index calls_recording on calls (ended_at) where recording_key is not null;
    create index calls_seek_recording on calls (seek_recording_at) where seek_recording_at is not null;
    create index calls_unprepared on calls (due_at) where prepare_at is not null and stage <> 'ended';
    -- A few kilobytes a million calls: marks come in the order of time, so a page of the table spans a few minutes.
    create index calls_marked on calls using brin (marked_at) with (pages_per_range = 16, autosummarize = on);
    -- One call at a time to a person, whatever the code above believes.
    create unique index calls_one_line on calls (user_id) where holds_line;

    create table call_events (
      id bigint generated always as identity primary key,
      call_id bigint not null references calls on delete cascade,
      at timestamptz not null,
      kind text not null,
      detail text
    );
    create index call_events_call on call_events (call_id, id);
    create index call_events_age on call_events using brin (at);

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
  `.execute(db)
}

async function spending(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- expire is milliseconds since the epoch.
    create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
    create index rate_limits_expiry on rate_limits (expire);

    -- Where calls are stopped because too many were made.
    create table spending_stops (scope text primary key, calls integer not null, until_at timestamptz not null);

    -- How many of the texted codes were used.
    create table texted_codes (
      country text not null,
      slot_at timestamptz not null,
      sent integer not null default 0, used integer not null default 0,
      alarmed boolean not null default false,
      primary key (country, slot_at)
    );
  `.execute(db)
}

async function installation(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workers (id text primary key, home text not null, beat_at timestamptz not null);

    create table carrier_rate (id integer primary key check (id = 1), next_free_at timestamptz not null);
    insert into carrier_rate (id, next_free_at) values (1, '-infinity');

    -- Facts about this installation, such as the version of the zone data that planned its calls.
    create table installation (key text primary key, value text not null);
  `.execute(db)
}
