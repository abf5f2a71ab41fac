import { sql, type Kysely } from 'kysely'

/**
 * Which of our numbers calls and texts a person, and which one a call was placed from: we may have several, and people
 * know theirs (CARRIER-6). Null: the first one, as long as there was no other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column caller_number text;
    alter table calls add column caller_number text;
  `.execute(db)
}
