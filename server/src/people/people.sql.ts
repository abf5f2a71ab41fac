import type { Instant } from '@reveille/core/time/time-zone'
import { sql, type UpdateObject } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { buildOnce } from '../platform/database/prepared-driver.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { raisedVersion } from '../platform/database/value-types.ts'
import { holdsNumber } from './callable.sql.ts'

/** A person as their own pages show them. An address that they didn't prove gets no email and signs nobody in. */
export type Account = {
  id: number
  email: string
  emailProven: boolean
  name: string
  phone: string | null
  phoneVerified: boolean
  isPersonalized: boolean
  /** Only an owner of the installation has it. */
  isOwner?: boolean
}

const ACCOUNT = sql`select users.id, users.email, users.email_proven as "emailProven", users.name, users.phone,
  users.phone_verified as "phoneVerified", personalizations.user_id is not null as "isPersonalized",
  users.is_owner as "isOwner" from users left join personalizations on personalizations.user_id = users.id`
const accountById = buildOnce<Account, 'id'>(sql`${ACCOUNT} where users.id = ${'id'}`)
const accountByEmail = buildOnce<Account, 'email'>(sql`${ACCOUNT} where users.email = ${'email'}`)

export async function findAccount(db: Database, by: { id: number } | { email: string }): Promise<Account | null> {
  const [account] = await ('id' in by ? accountById(db, by) : accountByEmail(db, by))
  if (account === undefined) return null
  const { isOwner, ...others } = account
  return isOwner ? account : others
}

/** The account of this address's proven holder. */
export async function findByMail(db: Database, email: string): Promise<Account | null> {
  const account = await findAccount(db, { email })
  return account?.emailProven === true ? account : null
}

/**
 * Takes an address from an account that never proved it, and returns that account's id. The account gets a placeholder
 * that no mailbox can have, so it can't be mistaken for the address's new holder.
 */
export async function takeUnprovenEmail(tx: Tx, email: string): Promise<number | null> {
  const row = await tx
    .updateTable('users')
    .set({ email: sql<string>`'no-address-' || id || '@reveille.invalid'`, version: raisedVersion })
    .where('email', '=', email)
    .where('email_proven', '=', false)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The zone of a person's latest schedule; null without one. */
export async function zoneOf(db: Database, userId: number): Promise<string | null> {
  const schedules = db.selectFrom('schedules').select('timezone').where('user_id', '=', userId)
  return (await schedules.orderBy('updated_at', 'desc').limit(1).executeTakeFirst())?.timezone ?? null
}

/** The account's version, which counts the person's changes. Lock the person first. Null if the account is gone. */
export async function accountVersion(tx: Tx, userId: number): Promise<number | null> {
  const row = await tx.selectFrom('users').select('version').where('id', '=', userId).executeTakeFirst()
  return row?.version ?? null
}

/** Changes an account and raises its version, also for a change that writes only other tables. */
export async function changeUser(
  db: Database,
  userId: number,
  columns: UpdateObject<Tables, 'users'> = {},
): Promise<void> {
  const set = { ...columns, version: raisedVersion }
  await db.updateTable('users').set(set).where('id', '=', userId).execute()
}

/** Who has verified this number as their first; null if nobody has. */
export async function findVerifiedHolder(db: Database, phone: string): Promise<number | null> {
  const holder = db.selectFrom('users').select('id').where('phone', '=', phone).where('phone_verified', '=', true)
  return (await holder.executeTakeFirst())?.id ?? null
}

/** Who has verified this number as their first or second; null if nobody has. */
export async function findNumberHolder(db: Database, phone: string): Promise<number | null> {
  const holder = db.selectFrom('users').select('id').where(holdsNumber(phone))
  return (await holder.executeTakeFirst())?.id ?? null
}

/** Whether the number's current or last owner proved it only by a call. */
export async function isProvenByCall(db: Database, phone: string): Promise<boolean> {
  const { rows } = await sql<{ by_call: boolean }>`
    select (
      exists (select from users where phone = ${phone} and proven_by_call)
      or exists (select from users where second_phone = ${phone} and second_proven_by_call)
    ) and not (
      exists (select from users where phone = ${phone} and phone_verified and not proven_by_call)
      or exists (select from users where second_phone = ${phone} and second_phone_verified and not second_proven_by_call)
    ) as by_call
  `.execute(db)
  return rows[0]?.by_call === true
}

/** We ask a person only once. */
export const setLadderAsked = (tx: Tx, userId: number, now: Instant): Promise<void> =>
  changeUser(tx, userId, { ladder_asked_at: new Date(now) })

/** The offer of three digits returns after two weeks. */
export async function setFirmOffered(tx: Tx, userId: number, now: Instant): Promise<void> {
  await tx
    .updateTable('users')
    .set({ firm_offered_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
}

/** Signals a person's mornings to the webhook from `since` on. Null stops that, and deletes unsent signals. */
export async function setSignalled(tx: Tx, userId: number, since: Instant | null): Promise<void> {
  if (since === null) await sql`delete from signal_people where user_id = ${userId}`.execute(tx)
  else await sql`insert into signal_people (user_id, since) values (${userId}, ${new Date(since)})`.execute(tx)
}

/** Marks people for a check of their news after a change made without their lock. `lockPerson` does this itself. */
export async function lookAtSignals(db: Database, userIds: readonly number[]): Promise<void> {
  await sql`update signal_people set look_at = '-infinity' where user_id = any(${userIds}::bigint[])`.execute(db)
}
