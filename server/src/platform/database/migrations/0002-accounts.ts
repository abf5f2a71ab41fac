import { sql, type Kysely } from 'kysely'

/** What keeps strangers out without keeping the owner out (CODE-2, CODE-3, PHONE-4, PHONE-5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Empty until the job has drawn the code: the code itself is never here.
    alter table one_time_codes alter column code_hash drop not null;

    -- Browsers somebody signed in with: part of the codes of an address is kept for them.
    create table known_browsers (
      user_id bigint not null references users on delete cascade,
      browser_hash text not null,
      signed_in_at timestamptz not null,
      primary key (user_id, browser_hash)
    );

    -- As rate-limiter-flexible reads and writes it; expire is milliseconds since the epoch.
    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expiry on rate_limits (expire);

    -- Proofs that count once: answered captchas and sign-ins of the phone provider, by hash.
    create table spent_proofs (
      hash text primary key,
      expires_at timestamptz not null
    );
    create index spent_proofs_expiry on spent_proofs (expires_at);
  `.execute(db)
}
