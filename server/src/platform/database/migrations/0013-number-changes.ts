import { sql, type Kysely } from 'kysely'

/** Changes of the wake-up number that can still be disowned (S71). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table number_changes (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      former_phone text not null,
      tells_former boolean not null,
      changed_at timestamptz not null,
      disowned_at timestamptz
    );
    create index number_changes_user_id on number_changes (user_id)
  `.execute(db)
}
