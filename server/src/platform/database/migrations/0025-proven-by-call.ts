import { sql, type Kysely } from 'kysely'

/** A number that only a call proved may be a landline: no text goes there until a texted code proves that one arrives (PHONE-11). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column proven_by_call boolean not null default false;
    alter table users add column second_proven_by_call boolean not null default false;
    create index if not exists users_proven_by_call on users (phone) where proven_by_call;
    create index if not exists users_second_proven_by_call on users (second_phone) where second_proven_by_call;
  `.execute(db)
}
