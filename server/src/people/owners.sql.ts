import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { dateOrNull } from '../platform/database/value-types.ts'

export async function isOwner(db: Database, userId: number): Promise<boolean> {
  const owner = db.selectFrom('users').select('id').where('id', '=', userId).where('is_owner', '=', true)
  return (await owner.executeTakeFirst()) !== undefined
}

/** The address where people reach the operator: CONTACT_EMAIL, or else the first owner's. */
export async function contactEmailOf({ config, db }: { config: Config; db: Database }): Promise<string> {
  if (config.contactEmail !== null) return config.contactEmail
  const owners = db.selectFrom('users').select('email').where('is_owner', '=', true).orderBy('id').limit(1)
  return (await owners.executeTakeFirst())?.email ?? 'hello@reveille.example'
}

export async function listOwners(db: Database): Promise<number[]> {
  const owners = await db.selectFrom('users').select('id').where('is_owner', '=', true).execute()
  return owners.map(({ id }) => id)
}

export async function makeOwner(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('users').set({ is_owner: true }).where('id', '=', userId).execute()
}

/** How many accounts this installation has, up to two, and whether one of them is its owner's. */
export async function claimOf(db: Database): Promise<{ accounts: number; isOwned: boolean }> {
  const { rows } = await sql<{ accounts: number; owned: boolean }>`
    select (select count(*)::int from (select from users limit 2) as found) as accounts,
      exists (select from users where is_owner) as owned
  `.execute(db)
  return { accounts: rows[0]!.accounts, isOwned: rows[0]!.owned }
}

/** Serializes what could leave no owner: two must not block each other at once. Lock the person first. */
export async function lockOwners(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('owners', 0))`.execute(tx)
}

/** Whether other accounts would be left without an owner who isn't blocked. Lock the owners first. */
export async function leavesNoOwner(tx: Tx, userId: number): Promise<boolean> {
  const owners = tx.selectFrom('users').select('id').where('is_owner', '=', true).where('blocked_at', 'is', null)
  const [one, another] = await owners.execute()
  if (one?.id !== userId || another !== undefined) return false
  return (await claimOf(tx)).accounts > 1
}

export async function setBlocked(tx: Tx, userId: number, at: Instant | null): Promise<void> {
  await tx
    .updateTable('users')
    .set({ blocked_at: dateOrNull(at) })
    .where('id', '=', userId)
    .execute()
}

export async function isBlocked(db: Database, userId: number): Promise<boolean> {
  const blocked = db.selectFrom('users').select('id').where('id', '=', userId).where('blocked_at', 'is not', null)
  return (await blocked.executeTakeFirst()) !== undefined
}
