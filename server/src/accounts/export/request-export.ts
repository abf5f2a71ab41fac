import { EXPORTS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { withPerson } from '../../people/with-person.ts'
import { noteAccountEvent, type AskedFrom } from '../../platform/audit/account-events.sql.ts'
import { pay, type UsedUp } from '../../platform/limits/budgets.ts'
import type { Services } from '../../platform/services.ts'
import { findLatestExport, insertExport, type Export } from './exports.sql.ts'

export type ExportRequested = { outcome: 'requested'; export: Export } | UsedUp

/** Requests an archive of all data about a person (ACCT-2); `from` is null for an operator who does it for them. One that is being built is not built twice. */
export async function requestExport(
  services: Services,
  userId: number,
  from: AskedFrom | null,
): Promise<ExportRequested> {
  const { db, clock, jobs } = services
  const latest = await findLatestExport(db, userId)
  const now = clock.now()
  if (latest !== null && latest.readyAt === null && latest.expiresAt > now) {
    return { outcome: 'requested', export: latest }
  }
  const usedUp = await pay(services, 'archive', { keys: { person: String(userId) } })
  if (usedUp !== null) return usedUp
  const requested = await withPerson(services, userId, async (tx) => {
    const row = await insertExport(tx, { userId, now, expiresAt: now + EXPORTS_KEPT_MS })
    await noteAccountEvent(tx, { userId, now, from }, { kind: 'export-requested' })
    await jobs.enqueue(tx, 'build-export', { exportId: row.id })
    return row
  })
  return { outcome: 'requested', export: requested }
}
