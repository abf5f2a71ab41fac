import { deleteExport, expiredExports } from './accounts/export/exports.sql.ts'
import { oldRecordings, setRecordingKey } from './calls/recordings/recordings.sql.ts'
import { deleteOld, deleteSpent, neverVerified, takeTurn } from './retention.sql.ts'
import { forgetSpending } from './dispatch/spending.sql.ts'
import { inTransaction } from './platform/database/transaction.ts'
import type { Services } from './platform/services.ts'
import { exportKey } from './accounts/export/build-export.ts'
import { eraseAccount } from './accounts/deletion/delete-account.ts'
import { removeOldClips } from './speech/clips/remove-clips.ts'
import * as kept from './retention-times.ts'

const HOUR_MS = 60 * 60_000
const BATCH = 500

/** Removes what has been kept long enough, once an hour over all workers (S44). What fails is done an hour later. */
export async function enforceRetention(services: Services): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (!(await takeTurn(db, 'retention', now, HOUR_MS))) return
  await deleteSpent(db, { codesBefore: now - kept.CODES_KEPT_MS, now })
  await forgetSpending(db, now)
  await deleteOld(db, {
    timelines: now - kept.TIMELINES_KEPT_MS,
    notices: now - kept.NOTICES_KEPT_MS,
    browsers: now - kept.BROWSERS_KEPT_MS,
    formerEmails: now - kept.FORMER_EMAILS_KEPT_MS,
  })
  await removeOldRecordings(services)
  await removeOldExports(services)
  await eraseNeverVerified(services)
  if (await takeTurn(db, 'old clips', now, 24 * HOUR_MS)) await removeOldClips(services)
}

/** The file first: after a crash the row still knows of it. */
async function removeOldRecordings({ db, clock, storage }: Services): Promise<void> {
  for (const { callId, key } of await oldRecordings(db, clock.now() - kept.RECORDINGS_KEPT_MS, BATCH)) {
    await storage.delete(key)
    await setRecordingKey(db, callId, null)
  }
}

async function removeOldExports({ db, clock, storage }: Services): Promise<void> {
  for (const { id, user_id } of await expiredExports(db, clock.now(), BATCH)) {
    await storage.delete(exportKey(user_id, id))
    await deleteExport(db, id)
  }
}

async function eraseNeverVerified(services: Services): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  for (const userId of await neverVerified(db, { before: now - kept.UNVERIFIED_KEPT_MS, now, limit: BATCH })) {
    await inTransaction(db, (tx) => eraseAccount(services, tx, userId))
  }
}
