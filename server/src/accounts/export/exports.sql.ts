import type { Instant } from '@reveille/core/time/time-zone'
import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export type ExportRow = {
  id: number
  requested_at: Date
  ready_at: Date | null
  size_bytes: number | null
  expires_at: Date
}

const COLUMNS = ['id', 'requested_at', 'ready_at', 'size_bytes', 'expires_at'] as const

/** The export that a person asked for last; null when none is left. */
export async function findLatestExport(db: Database, userId: number): Promise<ExportRow | null> {
  const row = await db
    .selectFrom('exports')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A new export of a person, to be made; returns it. */
export function insertExport(
  tx: Tx,
  { userId, now, expiresAt }: { userId: number; now: Instant; expiresAt: Instant },
): Promise<ExportRow> {
  return tx
    .insertInto('exports')
    .values({
      user_id: userId,
      requested_at: new Date(now),
      ready_at: null,
      size_bytes: null,
      expires_at: new Date(expiresAt),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** An export and whose it is, if it has not expired; null when there is none. */
export async function findExport(
  db: Database,
  id: number,
  now: Instant,
): Promise<(ExportRow & { user_id: number }) | null> {
  const row = await db
    .selectFrom('exports')
    .select([...COLUMNS, 'user_id'])
    .where('id', '=', id)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row ?? null
}

/** The archive is stored; false when the account went meanwhile. */
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

/** Exports whose time is over. */
export function expiredExports(db: Database, now: Instant, limit: number): Promise<{ id: number; user_id: number }[]> {
  return db
    .selectFrom('exports')
    .select(['id', 'user_id'])
    .where('expires_at', '<=', new Date(now))
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

export async function deleteExport(db: Database, id: number): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute()
}
