import type { Account, DataExport } from '@reveille/contract/accounts'
import { RECORDINGS_KEPT_DAYS } from '@reveille/core/accounts/retention-times'
import { MAIL_CHOICES } from '@reveille/core/notices/notice'
import { recordingConsentSince } from '../people/consents.sql.ts'
import { iso } from '../platform/http/local-moment.ts'
import type { Services } from '../platform/services.ts'
import { findAccountDetails } from './accounts.sql.ts'
import { findLatestExport, type ExportRow } from './export/exports.sql.ts'

/** The account page of a person who is signed in. */
export async function accountOf({ db, config, clock }: Services, userId: number): Promise<Account> {
  const row = await findAccountDetails(db, userId)
  if (row === null) throw new Error('the account vanished while it was asked for')
  const recordedSince = await recordingConsentSince(db, userId)
  const latest = await findLatestExport(db, userId)
  return {
    name: row.name,
    email: row.email,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    createdAt: iso(row.created_at),
    recording: {
      consented: recordedSince !== null,
      since: recordedSince === null ? null : iso(recordedSince),
      keptDays: RECORDINGS_KEPT_DAYS,
    },
    calls: stoppable(row.calls_stopped_at),
    texts: stoppable(row.texts_stopped_at),
    mails: Object.fromEntries(
      MAIL_CHOICES.map((choice) => [choice, !row.mails_off.includes(choice)]),
    ) as Account['mails'],
    calendarUrl: `${config.publicUrl}/api/calendar/${row.calendar_token}.ics`,
    latestExport: latest !== null && latest.expires_at.getTime() > clock.now() ? toDataExport(latest) : null,
  }
}

export function toDataExport(row: ExportRow): DataExport {
  return {
    id: row.id,
    requestedAt: iso(row.requested_at),
    readyAt: row.ready_at === null ? null : iso(row.ready_at),
    sizeBytes: row.size_bytes,
    expiresAt: iso(row.expires_at),
  }
}

const stoppable = (at: Date | null) => ({ stopped: at !== null, since: at === null ? null : iso(at) })
