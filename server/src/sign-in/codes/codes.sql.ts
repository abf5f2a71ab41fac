import type { Instant } from '@reveille/core/time/time-zone'
import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { dateOrNull, timestamp } from '../../platform/database/value-types.ts'

/** The purpose of a code. One with an id is valid only for the person who requested it (S6). */
export type CodePurpose =
  | 'login'
  | 'signup'
  | `${'phone' | 'second' | 'calls' | 'email' | 'proof' | 'deletion'}:${number}`

/** Whether a code for this is texted; others are mailed. */
export const isTexted = (purpose: CodePurpose): boolean => /^(phone|second|calls):/.test(purpose)

/** A code's owner (CODE-2): each such triple has at most one code, and no other owner touches it. */
export type CodeOwner = { address: string; purpose: CodePurpose; browserHash: string }

export type StoredCode = {
  id: number
  codeHash: string | null
  tries: number
  expiresAt: Instant
  usedAt: Instant | null
  verificationId: string | null
  way: CodeWay
}

/** The carrier will not send this code's text: no code comes, and the wait before another one is lifted. */
const REFUSED = ['invalid-number', 'stopped', 'too-many', 'refused'] as const

/** The carrier's answer to a code's text (PHONE-6). One that leaves it in doubt does not count. */
export type Sending = 'sent' | (typeof REFUSED)[number]

/** The carrier took the text and lost it: no code comes either. */
const LOST = ['undelivered', 'no-texts', 'stopped', 'refused'] as const

/** What became of a code that the carrier took: of its text, or of its call. */
export type Delivery = 'delivered' | (typeof LOST)[number] | 'heard' | 'unanswered'

/** How a code goes to a number. */
export type CodeWay = 'text' | 'call'

export type LastCode = {
  createdAt: Instant
  expiresAt: Instant
  used: boolean
  way: CodeWay
  sending: Sending | null
  delivery: Delivery | null
  /** No code comes of it: another one may be requested at once. */
  refused: boolean
}

/** The code that this owner requested last; null when there is none. */
export async function lastCodeOf(db: Database, owner: CodeOwner): Promise<LastCode | null> {
  const row = await db
    .selectFrom('one_time_codes')
    .select(['created_at', 'expires_at', 'used_at', 'by_call', 'sending', 'delivery'])
    .where(belongsTo(owner))
    .executeTakeFirst()
  if (!row) return null
  const { created_at, expires_at, used_at, sending, delivery } = row
  return {
    createdAt: created_at,
    expiresAt: expires_at,
    used: used_at !== null,
    way: wayOf(row),
    sending,
    delivery,
    refused: (sending !== null && sending !== 'sent') || LOST.some((lost) => lost === delivery),
  }
}

/**
 * Replaces the owner's previous code, which becomes void, with a new row. Null when another request of the same owner
 * did so at the same moment. Always a new row, so that a job for an older code finds nothing. It inherits what is open at
 * the carrier's verification service, and must be ended before it's sent.
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

/**
 * Where to send the code of this row; null when it was replaced, has expired, or has arrived: a text may be delivered though its
 * sending was in doubt.
 */
export async function findCodeToSend(db: Database, id: number, now: Instant) {
  const row = await db
    .selectFrom('one_time_codes')
    .select(['address', 'purpose', 'by_call', 'token'])
    .where('id', '=', id)
    .where('delivery', 'is distinct from', 'delivered')
    .where('used_at', 'is', null)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst()
  if (!row) return null
  return { address: row.address, purpose: row.purpose as CodePurpose, way: wayOf(row), token: row.token }
}

const wayOf = ({ by_call }: { by_call: boolean }): CodeWay => (by_call ? 'call' : 'text')

/** When a code was last texted to this number, for whomever; null when none was within a day. */
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

/** The number that a code was texted to; null when it went by call, or was replaced since. */
export async function findTextedNumber(db: Database, id: number): Promise<string | null> {
  const texted = db.selectFrom('one_time_codes').select('address').where('id', '=', id).where('by_call', '=', false)
  return (await texted.executeTakeFirst())?.address ?? null
}

type Drawn = { codeHash: string; token: string }

/** After the code was drawn, just before it is sent: until then no try is right. What becomes of it is told by `token`. */
export async function keepCodeHash(db: Database, id: number, { codeHash, token }: Drawn): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ code_hash: codeHash, token, delivery: null, delivery_error: null })
    .where('id', '=', id)
    .execute()
}

/** The same before a call, once for each request: false when its call was asked for already, so that it rings once. */
export async function claimCodeCall(db: Database, id: number, { codeHash, token }: Drawn): Promise<boolean> {
  const claimed = await db
    .updateTable('one_time_codes')
    .set({ code_hash: codeHash, token })
    .where('id', '=', id)
    .where('token', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** The call surely doesn't ring: it may be asked for again. */
export async function releaseCodeCall(db: Database, id: number): Promise<void> {
  await db.updateTable('one_time_codes').set({ code_hash: null, token: null }).where('id', '=', id).execute()
}

/** The code that callbacks with this token are about; null when it was replaced. */
export async function findByToken(db: Database, token: string) {
  const row = await db
    .selectFrom('one_time_codes')
    .select(['id', 'address', 'purpose', 'by_call', 'code_hash', 'used_at', 'expires_at'])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!row) return null
  const { id, address, code_hash: codeHash, used_at: usedAt, expires_at: expiresAt } = row
  return { id, address, purpose: row.purpose as CodePurpose, way: wayOf(row), codeHash, usedAt, expiresAt }
}

/**
 * Records what became of a code; false when that is known already. News come late, twice and in any order: a text that was
 * delivered once, or a code that was heard, is no longer lost.
 */
export async function recordDelivery(
  db: Database,
  token: string,
  { delivery, error }: { delivery: Delivery; error: number | null },
): Promise<boolean> {
  const arrived = delivery === 'delivered' || delivery === 'heard'
  const row = await db
    .updateTable('one_time_codes')
    .set({ delivery, delivery_error: error })
    .where('token', '=', token)
    .where((eb) =>
      arrived
        ? eb.or([eb('delivery', 'is', null), eb('delivery', 'not in', ['delivered', 'heard'])])
        : eb('delivery', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Another text with a code may be sent for this one, which the carrier lost: once. */
export async function claimResend(tx: Tx, id: number): Promise<boolean> {
  const claimed = await tx
    .updateTable('one_time_codes')
    .set({ resent: true })
    .where('id', '=', id)
    .where('resent', '=', false)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Records the carrier's answer; nothing when the code was replaced meanwhile. */
export async function recordSending(db: Database, id: number, sending: Sending): Promise<void> {
  await db.updateTable('one_time_codes').set({ sending }).where('id', '=', id).execute()
}

/** The owner's code, locked: concurrent tries each see the result of the previous one. */
export async function lockCode(tx: Tx, owner: CodeOwner): Promise<StoredCode | null> {
  const row = await tx
    .selectFrom('one_time_codes')
    .select(['id', 'code_hash', 'tries', 'expires_at', 'used_at', 'verification_id', 'by_call'])
    .where(belongsTo(owner))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    codeHash: row.code_hash,
    tries: row.tries,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    verificationId: row.verification_id,
    way: wayOf(row),
  }
}

/** Records the result of a try at a locked code. */
export async function recordTry(tx: Tx, id: number, outcome: { tries: number; usedAt: Instant | null }): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ tries: outcome.tries, used_at: dateOrNull(outcome.usedAt) })
    .where('id', '=', id)
    .execute()
}

const belongsTo =
  ({ address, purpose, browserHash }: CodeOwner) =>
  (eb: ExpressionBuilder<Tables, 'one_time_codes'>) =>
    eb.and([eb('address', '=', address), eb('purpose', '=', purpose), eb('browser_hash', '=', browserHash)])

/** Deletes codes requested before this instant. */
export async function deleteCodes(db: Database, before: Instant): Promise<void> {
  await db.deleteFrom('one_time_codes').where('created_at', '<', timestamp(before)).execute()
}
