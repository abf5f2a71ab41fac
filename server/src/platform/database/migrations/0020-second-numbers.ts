import { sql, type Kysely } from 'kysely'

/** A person's second number, and which calls are for it and rang it (WAKE-18). A first one to be added replaces none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column second_phone text, add column second_phone_verified boolean not null default false;
    create index if not exists users_second_phone on users (second_phone) where second_phone_verified;
    alter table calls add column for_second boolean not null default false;
    alter table calls add column rang_second boolean not null default false;
    alter table number_changes alter column former_phone drop not null;
    alter table number_changes add column is_second boolean not null default false;
  `.execute(db)
}
