import { sql, type Kysely } from 'kysely'

/**
 * Of the secret in a calendar address only its hash is kept, so that nobody who reads the database can open a calendar
 * (S54). Addresses that were given away go on working. New people have none until they ask for one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column calendar_hash text unique;
    -- As hashOfSecret makes it: SHA-256 in base64url.
    update users set calendar_hash =
      rtrim(translate(encode(sha256(convert_to(calendar_token, 'UTF8')), 'base64'), '+/', '-_'), '=');
    alter table users drop column calendar_token;
  `.execute(db)
}
