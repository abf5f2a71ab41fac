import { scopeOfPerson } from '@reveille/core/calls/spending'
import { type Cycle, cycleText } from '@reveille/core/schedules/cycle'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'

export type PersonKeys = { userId: number; addresses: readonly string[] }

/** Which rows of a table are about a person, and which columns an export omits. */
type Held = { rows: (person: PersonKeys) => RawBuilder<unknown>; leftOut?: Record<string, string> }

const SECRET = 'a secret that opens something'
const WORKINGS = 'says nothing about the person'
const ofUser = ({ userId }: PersonKeys) => sql`user_id = ${userId}`
const ofTheirCalls = ({ userId }: PersonKeys) => sql`call_id in (select id from calls where user_id = ${userId})`

/** What each table holds about a person; null: nothing can be traced to one. A missing table doesn't compile. */
export const PERSONAL_DATA: Record<keyof Tables, Held | null> = {
  users: { rows: ({ userId }) => sql`id = ${userId}`, leftOut: { calendar_hash: SECRET } },
  personalizations: { rows: ofUser },
  former_emails: { rows: ofUser },
  number_changes: { rows: ofUser },
  consents: { rows: ofUser },
  opt_outs: { rows: ({ addresses }) => sql`phone = any(${addresses})` },
  sessions: { rows: ofUser, leftOut: { sid: SECRET } },
  known_browsers: { rows: ofUser, leftOut: { browser_hash: SECRET } },
  passkeys: { rows: ofUser },
  signal_people: { rows: ofUser, leftOut: { look_at: WORKINGS } },
  signals: { rows: ofUser },
  tokens: { rows: ofUser, leftOut: { secret_hash: SECRET } },
  one_time_codes: {
    rows: ({ userId, addresses }) => sql`address = any(${addresses}) or purpose like ${`%:${userId}`}`,
    leftOut: { code_hash: SECRET, browser_hash: SECRET, token: SECRET },
  },
  links: {
    rows: ({ userId }) => sql`made_by = ${userId} or for_user = ${userId}`,
    leftOut: { secret_hash: SECRET },
  },
  schedules: { rows: ofUser },
  days_off: { rows: ofUser },
  occurrences: { rows: ofUser, leftOut: { announcement_token: SECRET } },
  calls: { rows: ofUser, leftOut: { token: SECRET, lease_owner: WORKINGS } },
  call_events: { rows: ofTheirCalls },
  carrier_recordings: { rows: ofTheirCalls },
  notices: { rows: ofUser },
  exports: { rows: ofUser },
  account_events: { rows: ofUser },
  spending_stops: { rows: ({ userId }) => sql`scope = ${scopeOfPerson(userId)}` },
  texted_codes: null, // numbers of codes by country
  kept_opt_outs: null, // keyed hashes of numbers
  code_call_stops: null, // keyed hashes of numbers
  rate_limits: null, // hashes
  spent_proofs: null, // hashes
  stranger_counts: null, // counts
  workers: null,
  carrier_rate: null,
  installation: null,
}

/** A rotation also in words. */
const withWords = (row: { cycle?: Cycle | null }) => (row.cycle ? { ...row, in_words: cycleText(row.cycle) } : row)

/** With the proven address and the verified numbers: an unverified one may be somebody else's now. */
export async function personKeys(db: Database, userId: number) {
  const person = await db
    .selectFrom('users')
    .select(['email', 'email_proven', 'phone', 'phone_verified', 'second_phone', 'second_phone_verified'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person) return null
  const former = await db.selectFrom('former_emails').select('email').where('user_id', '=', userId).execute()
  const numbers = [
    person.phone_verified ? person.phone : null,
    person.second_phone_verified ? person.second_phone : null,
  ].filter((number) => number !== null)
  const addresses = [person.email, ...numbers, ...former.map(({ email }) => email)]
  return { userId, addresses, numbers, provenEmail: person.email_proven ? person.email : null }
}

type HeldRows = { table: string; rows: unknown[] }

/** All rows about a person, by table, as JSON. One snapshot, so that a call matches its timeline. */
export function readPersonalData(db: Database, person: PersonKeys): Promise<HeldRows[]> {
  return inTransaction(db, (tx) => readTables(tx, person), 'repeatable read')
}

async function readTables(tx: Tx, person: PersonKeys): Promise<HeldRows[]> {
  const read: HeldRows[] = []
  for (const [table, held] of Object.entries(PERSONAL_DATA)) {
    if (held === null) continue
    const leftOut = Object.keys(held.leftOut ?? {})
    const { rows } = await sql<{ row: { cycle?: Cycle | null } }>`
      select to_jsonb(t) - ${leftOut}::text[] as row from ${sql.table(table)} as t where ${held.rows(person)}
    `.execute(tx)
    read.push({ table, rows: rows.map(({ row }) => withWords(row)) })
  }
  return read
}
