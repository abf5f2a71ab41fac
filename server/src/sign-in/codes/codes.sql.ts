import type { Instant } from '@reveille/core/time/time-zone'
import { type ExpressionBuilder, sql, type UpdateObject } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { dateOrNull, timestamp } from '../../platform/database/value-types.ts'

/** What a code is for. One with an id is valid only for that person. */
export type CodePurpose =
  | 'login'
  | 'signup'
  | `${'phone' | 'second' | 'calls' | 'link' | 'email' | 'proof' | 'deletion'}:${number}`

/** Codes to a number are texted or said in a call. */
export const isNumber = (address: string): boolean => !address.includes('@')

/** Each combination has at most one code, which works for no other. */
export type CodeOwner = { address: string; purpose: CodePurpose; browserHash: string }

/** The carrier won't send this code, so another may be requested without waiting. */
const REFUSED = ['invalid-number', 'stopped', 'too-many', 'refused'] as const

/** The carrier's answer to a code's text; null while in doubt. */
export type Sending = 'sent' | (typeof REFUSED)[number]

/** The carrier took the text and lost it. */
const LOST = ['undelivered', 'no-texts', 'stopped', 'refused'] as const

export type Delivery = 'delivered' | (typeof LOST)[number] | 'heard' | 'unanswered'

export type CodeWay = 'text' | 'call'

const CODE = [
  'id',
  'address',
  'token',
  'tries',
  'sending',
  'delivery',
  'code_hash as codeHash',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'used_at as usedAt',
  'verification_id as verificationId',
  sql.ref<CodePurpose>('purpose').as('purpose'),
  sql<CodeWay>`case when by_call then 'call' else 'text' end`.as('way'),
] as const
const codes = (db: Database) => db.selectFrom('one_time_codes').select(CODE)

export type StoredCode = NonNullable<Awaited<ReturnType<typeof lockCode>>>

export async function lastCodeOf(db: Database, owner: CodeOwner) {
  return (await codes(db).where(belongsTo(owner)).executeTakeFirst()) ?? null
}

/** No code will come, so another may be requested at once. */
export const isRefused = ({ sending, delivery }: Pick<StoredCode, 'sending' | 'delivery'>): boolean =>
  (sending !== null && sending !== 'sent') || LOST.some((lost) => lost === delivery)

/**
 * Replaces the owner's previous code, which becomes void, with a new row. Null when a concurrent request of that owner
 * did so. Always a new row, so that a job for an older code finds nothing. Inherits what is open at the carrier's
 * verification service, which must end before this code is sent.
 */
export async function replaceCode(
  tx: Tx,
  owner: CodeOwner,
  { now, expiresAt, keepSince, way }: { now: Instant; expiresAt: Instant; keepSince: Instant; way: CodeWay },
): Promise<number | null> {
  const replaced = await tx
    .deleteFrom('one_time_codes')
    .where(belongsTo(owner))
    .where(({ or, eb }) =>
      or([
        eb('created_at', '<=', timestamp(keepSince)),
        eb('used_at', 'is not', null),
        eb('sending', 'in', REFUSED),
        eb('delivery', 'in', LOST),
      ]),
    )
    .returning('verification_id')
    .executeTakeFirst()
  const row = await tx
    .insertInto('one_time_codes')
    .values({
      address: owner.address,
      purpose: owner.purpose,
      browser_hash: owner.browserHash,
      code_hash: null,
      created_at: new Date(now),
      expires_at: new Date(expiresAt),
      used_at: null,
      by_call: way === 'call',
      verification_id: replaced?.verification_id ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Null when the code was replaced, has expired, or has arrived: a text in doubt may still be delivered. */
export async function findCodeToSend(db: Database, id: number, now: Instant) {
  const code = await codes(db)
    .where('id', '=', id)
    .where('delivery', 'is distinct from', 'delivered')
    .where('used_at', 'is', null)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst()
  return code ?? null
}

/** When we last texted a code to this number, for any account; null if not within a day. */
export async function lastTextTo(db: Database, phone: string): Promise<Instant | null> {
  const row = await db
    .selectFrom('one_time_codes')
    .select('created_at')
    .where('address', '=', phone)
    .where((eb) => eb.or([eb('sending', 'is', null), eb('sending', '=', 'sent')]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** Null when the code went by call or was replaced since. */
export async function findTextedNumber(db: Database, id: number): Promise<string | null> {
  const texted = db.selectFrom('one_time_codes').select('address').where('id', '=', id).where('by_call', '=', false)
  return (await texted.executeTakeFirst())?.address ?? null
}

type Drawn = { codeHash: string; token: string }

/** Changes a code, unless it was replaced meanwhile. */
const changed = (db: Database, id: number, columns: UpdateObject<Tables, 'one_time_codes'>) =>
  db.updateTable('one_time_codes').set(columns).where('id', '=', id).returning('id')

/** Before a code is sent, since no try can match until then. Callbacks find it by `token`. */
export async function keepCodeHash(db: Database, id: number, { codeHash, token }: Drawn): Promise<void> {
  await changed(db, id, { code_hash: codeHash, token, delivery: null, delivery_error: null }).execute()
}

/** Before a call, once per request: false when its call was already requested, so that it rings once. */
export async function claimCodeCall(db: Database, id: number, { codeHash, token }: Drawn): Promise<boolean> {
  const claimed = changed(db, id, { code_hash: codeHash, token }).where('token', 'is', null)
  return (await claimed.executeTakeFirst()) !== undefined
}

/** The call certainly doesn't ring, so it may be requested again. */
export async function releaseCodeCall(db: Database, id: number): Promise<void> {
  await changed(db, id, { code_hash: null, token: null }).execute()
}

/** How many code calls that were requested since then may still be under way. */
export async function countCodeCalls(db: Database, since: Instant): Promise<number> {
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from one_time_codes where by_call and token is not null
      and delivery is distinct from 'unanswered' and created_at > ${new Date(since)}
  `.execute(db)
  return rows[0]!.calls
}

export async function findByToken(db: Database, token: string) {
  return (await codes(db).where('token', '=', token).executeTakeFirst()) ?? null
}

/** False when known already. Callbacks come late, twice and in any order, but what arrived can't be lost. */
export async function recordDelivery(
  db: Database,
  token: string,
  { delivery, error }: { delivery: Delivery; error: number | null },
): Promise<boolean> {
  const arrived = delivery === 'delivered' || delivery === 'heard'
  const { rows } = await sql`
    update one_time_codes set delivery = ${delivery}, delivery_error = ${error}
    where token = ${token} and (delivery is null or ${arrived} and delivery not in ('delivered', 'heard'))
    returning id
  `.execute(db)
  return rows.length > 0
}

export async function claimResend(tx: Tx, id: number): Promise<boolean> {
  return (await changed(tx, id, { resent: true }).where('resent', '=', false).executeTakeFirst()) !== undefined
}

export async function recordSending(db: Database, id: number, sending: Sending): Promise<void> {
  await changed(db, id, { sending }).execute()
}

/** Stores the verification service's id of a code, which is needed to end it there. */
export async function recordVerification(db: Database, id: number, verificationId: string): Promise<void> {
  await changed(db, id, { sending: 'sent', verification_id: verificationId }).execute()
}

/** Codes to this number that are open at the carrier's verification service, for any account. */
export async function openVerifications(db: Database, phone: string): Promise<string[]> {
  const rows = await db
    .selectFrom('one_time_codes')
    .select('verification_id')
    .where('address', '=', phone)
    .where('verification_id', 'is not', null)
    .execute()
  return rows.flatMap(({ verification_id: id }) => id ?? [])
}

export async function forgetVerification(db: Database, phone: string, verificationId: string): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ verification_id: null })
    .where('address', '=', phone)
    .where('verification_id', '=', verificationId)
    .execute()
}

/** Locks the owner's code, so that concurrent tries see each other's result. */
export async function lockCode(tx: Tx, owner: CodeOwner) {
  return (await codes(tx).where(belongsTo(owner)).forUpdate().executeTakeFirst()) ?? null
}

/** Lock the code first. Writes to the log of the database even if there is no such code: its commit must take as long. */
export async function recordTry(tx: Tx, id: number, outcome: { tries: number; usedAt: Instant | null }): Promise<void> {
  await sql`with tried as (
      update one_time_codes set tries = ${outcome.tries}, used_at = ${dateOrNull(outcome.usedAt)} where id = ${id}
    ) select pg_logical_emit_message(true, 'try', '')`.execute(tx)
}

const belongsTo =
  ({ address, purpose, browserHash }: CodeOwner) =>
  (eb: ExpressionBuilder<Tables, 'one_time_codes'>) =>
    eb.and([eb('address', '=', address), eb('purpose', '=', purpose), eb('browser_hash', '=', browserHash)])
