import { sql, type Kysely } from 'kysely'

/** Dates on which nothing rings, of one schedule or, without one, of all of a person's (WAKE-24). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
  `.execute(db)
}
