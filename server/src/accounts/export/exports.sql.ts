import { DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { timestamp } from '../../platform/database/value-types.ts'

const EXPORT = [
  'id',
  'requested_at as requestedAt',
  'ready_at as readyAt',
  'size_bytes as sizeBytes',
  'expires_at as expiresAt',
] as const

/** A person's archive: requested, then ready, then gone. */
export type Export = NonNullable<Awaited<ReturnType<typeof findLatestExport>>>

/** By then its job has given up. */
const BUILT_WITHIN_MS = 2 * DAY_MS

/** The last one that is ready or still being built, and hasn't expired. */
export async function findLatestExport(db: Database, userId: number, now: Instant) {
  const row = await db
    .selectFrom('exports')
    .select(EXPORT)
    .where('user_id', '=', userId)
    .where('expires_at', '>', timestamp(now))
    .where((eb) => eb.or([eb('ready_at', 'is not', null), eb('requested_at', '>', timestamp(now - BUILT_WITHIN_MS))]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export function insertExport(
  tx: Tx,
  { userId, now, expiresAt }: { userId: number; now: Instant; expiresAt: Instant },
): Promise<Export> {
  return tx
    .insertInto('exports')
    .values({
      user_id: userId,
      requested_at: new Date(now),
      ready_at: null,
      size_bytes: null,
      expires_at: new Date(expiresAt),
    })
    .returning(EXPORT)
    .executeTakeFirstOrThrow()
}

/** Null when it doesn't exist or has expired. */
export async function findExport(db: Database, id: number, now: Instant) {
  const row = await db
    .selectFrom('exports')
    .select([...EXPORT, 'user_id as userId'])
    .where('id', '=', id)
    .where('expires_at', '>', timestamp(now))
    .executeTakeFirst()
  return row ?? null
}

/** False when the account was deleted meanwhile. */
export async function markExportReady(
  tx: Tx,
  { id, sizeBytes, now }: { id: number; sizeBytes: number; now: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set({ ready_at: new Date(now), size_bytes: sizeBytes })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function expiredExports(db: Database, now: Instant, limit: number): Promise<{ id: number; userId: number }[]> {
  return db
    .selectFrom('exports')
    .select(['id', 'user_id as userId'])
    .where('expires_at', '<=', timestamp(now))
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

export async function deleteExport(db: Database, id: number): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute()
}
