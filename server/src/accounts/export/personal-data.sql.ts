import { scopeOfPerson } from '@reveille/core/calls/spending'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** Whose data is looked for, and by what it can be found. */
export type PersonKeys = { userId: number; addresses: readonly string[] }

/** Which rows of a table are about a person, and which columns are no answer to 'what do you know about me?'. */
type Held = { rows: (person: PersonKeys) => RawBuilder<unknown>; leftOut?: Record<string, string> }

const SECRET = 'a secret that opens something'
const WORKINGS = 'says nothing about the person'
const ofUser = ({ userId }: PersonKeys) => sql`user_id = ${userId}`
const ofTheirCalls = ({ userId }: PersonKeys) => sql`call_id in (select id from calls where user_id = ${userId})`

/**
 * Every table, and what of it is about a person: what an export holds (ACCT-2). One that is missing here does not
 * compile; null says that nothing in it can be led back to anybody.
 */
export const PERSONAL_DATA: Record<keyof Tables, Held | null> = {
  users: { rows: ({ userId }) => sql`id = ${userId}`, leftOut: { calendar_token: SECRET } },
  personalizations: { rows: ofUser },
  former_emails: { rows: ofUser },
  consents: { rows: ofUser },
  opt_outs: { rows: ({ addresses }) => sql`phone = any(${addresses})` },
  sessions: { rows: ofUser, leftOut: { sid: SECRET } },
  known_browsers: { rows: ofUser, leftOut: { browser_hash: SECRET } },
  one_time_codes: {
    rows: ({ userId, addresses }) => sql`address = any(${addresses}) or purpose like ${`%:${userId}`}`,
    leftOut: { code_hash: SECRET, browser_hash: SECRET },
  },
  schedules: { rows: ofUser },
  occurrences: { rows: ofUser },
  calls: { rows: ofUser, leftOut: { token: SECRET, lease_owner: WORKINGS } },
  call_events: { rows: ofTheirCalls },
  carrier_recordings: { rows: ofTheirCalls },
  notices: { rows: ofUser },
  exports: { rows: ofUser },
  spending_stops: { rows: ({ userId }) => sql`scope = ${scopeOfPerson(userId)}` },
  texted_codes: null, // numbers of codes by country
  kept_opt_outs: null, // keyed hashes of numbers
  rate_limits: null, // hashes
  spent_proofs: null, // hashes
  workers: null,
  carrier_rate: null,
  installation: null,
}

/** Everything by which a person can be found; null when there is no such account. */
export async function personKeys(db: Database, userId: number): Promise<PersonKeys | null> {
  const user = await db.selectFrom('users').select(['email', 'phone']).where('id', '=', userId).executeTakeFirst()
  if (!user) return null
  const former = await db.selectFrom('former_emails').select('email').where('user_id', '=', userId).execute()
  const addresses = [user.email, ...(user.phone === null ? [] : [user.phone]), ...former.map(({ email }) => email)]
  return { userId, addresses }
}

type HeldRows = { table: string; rows: unknown[] }

/** All rows about a person, table by table, as JSON would have them. In one snapshot: a call and its timeline belong together. */
export function readPersonalData(db: Database, person: PersonKeys): Promise<HeldRows[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readTables(tx, person))
}

async function readTables(tx: Tx, person: PersonKeys): Promise<HeldRows[]> {
  const read: HeldRows[] = []
  for (const [table, held] of Object.entries(PERSONAL_DATA)) {
    if (held === null) continue
    const leftOut = Object.keys(held.leftOut ?? {})
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${leftOut}::text[] as row from ${sql.table(table)} as t where ${held.rows(person)}
    `.execute(tx)
    read.push({ table, rows: rows.map(({ row }) => row) })
  }
  return read
}
