import type { Instant } from '@reveille/core/time/time-zone'
import type { Services } from '../../platform/services.ts'
import { exportKey } from './build-export.ts'
import { deleteExport, expiredExports } from './exports.sql.ts'

const BATCH = 500

/** Deletes archives that expired by this instant. */
export async function removeExpiredExports({ db, storage }: Services, until: Instant): Promise<void> {
  for (const { id, userId } of await expiredExports(db, until, BATCH)) {
    await storage.delete(exportKey(userId, id))
    await deleteExport(db, id)
  }
}
