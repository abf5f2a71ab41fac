import { EXPORTS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { lockPerson } from '../../people/lock-person.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { findLatestExport, insertExport, type ExportRow } from './exports.sql.ts'

/** Making one reads everything: so many a day are enough for anybody (S45). */
const EXPORTS_A_DAY = { name: 'export-per-person', size: 3, windowS: 24 * 60 * 60 } as const

export type ExportRequested =
  | { outcome: 'requested'; export: ExportRow }
  | { outcome: 'too-many-requests'; retryAfterS: number }

/** Asks for an archive of everything that is held about a person (ACCT-2). One that is being made is not made twice. */
export async function requestExport(services: Services, userId: number): Promise<ExportRequested> {
  const { db, clock, jobs, limits } = services
  const latest = await findLatestExport(db, userId)
  const now = clock.now()
  if (latest !== null && latest.ready_at === null && latest.expires_at.getTime() > now) {
    return { outcome: 'requested', export: latest }
  }
  const used = await limits.use(EXPORTS_A_DAY, String(userId))
  if (!used.allowed) return { outcome: 'too-many-requests', retryAfterS: used.retryAfterS }
  const requested = await inTransaction(db, async (tx) => {
    await lockPerson(tx, userId)
    const row = await insertExport(tx, { userId, now, expiresAt: now + EXPORTS_KEPT_MS })
    await jobs.enqueue(tx, 'build-export', { exportId: row.id })
    return row
  })
  return { outcome: 'requested', export: requested }
}
