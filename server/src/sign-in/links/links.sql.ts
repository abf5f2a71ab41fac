import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { timestamp } from '../../platform/database/value-types.ts'

/** A link that is neither used nor expired. */
export type Link = Awaited<ReturnType<typeof openInvitations>>[number]

export async function insertLink(tx: Tx, secretHash: string, link: Omit<Link, 'id'>): Promise<number> {
  const { id } = await tx
    .insertInto('links')
    .values({
      kind: link.kind,
      secret_hash: secretHash,
      made_by: link.madeBy,
      for_user: link.forUser,
      name: link.name,
      created_at: new Date(link.createdAt),
      expires_at: new Date(link.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const COLUMNS = [
  'id',
  'kind',
  'made_by as madeBy',
  'for_user as forUser',
  'name',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const

const openLink = (db: Database, secretHash: string, now: Instant) =>
  db.selectFrom('links').select(COLUMNS).where('secret_hash', '=', secretHash).where('expires_at', '>', timestamp(now))

export async function findLink(db: Database, secretHash: string, now: Instant) {
  return (await openLink(db, secretHash, now).executeTakeFirst()) ?? null
}

/** Locks the link. A second press waits here, and finds nothing if the first one used it. */
export async function lockLink(tx: Tx, secretHash: string, now: Instant) {
  return (await openLink(tx, secretHash, now).forUpdate().executeTakeFirst()) ?? null
}

export async function deleteLink(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('links').where('id', '=', id).execute()
}

/** Deletes earlier setup links, or sign-in links for this person: only the newest works. */
export async function deleteLinksLike(tx: Tx, { kind, forUser }: Pick<Link, 'kind' | 'forUser'>): Promise<void> {
  await tx.deleteFrom('links').where('kind', '=', kind).where('for_user', 'is not distinct from', forUser).execute()
}

export async function deleteLinksOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('links')
    .where((eb) => eb.or([eb('made_by', '=', userId), eb('for_user', '=', userId)]))
    .execute()
}

/** Latest first. */
export function openInvitations(db: Database, now: Instant) {
  return db
    .selectFrom('links')
    .select(COLUMNS)
    .where('kind', '=', 'invitation')
    .where('expires_at', '>', timestamp(now))
    .orderBy('id', 'desc')
    .execute()
}

/** False when it was used or withdrawn before. */
export async function withdrawLink(db: Database, id: number): Promise<boolean> {
  const gone = db.deleteFrom('links').where('id', '=', id).where('kind', '=', 'invitation').returning('id')
  return (await gone.executeTakeFirst()) !== undefined
}
