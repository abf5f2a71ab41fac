import { sql, type Kysely } from 'kysely'

/** Without a mail server nobody can prove an address. One that isn't proven gets no email and signs nobody in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column email_proven boolean not null default true`.execute(db)
}
