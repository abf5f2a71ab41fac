import type { Account, DataExport } from '@reveille/contract/accounts'
import { RECORDINGS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { mostTries } from '@reveille/core/calls/next-step'
import { MAIL_CHOICES } from '@reveille/core/notices/notice'
import { DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { callerNumberOf } from '../people/caller-number.ts'
import { consentSince } from '../people/consents.sql.ts'
import { iso, isoOrNull } from '../platform/http/local-moment.ts'
import type { Services } from '../platform/services.ts'
import { tokensOf } from '../signals/tokens.ts'
import { findAccountDetails } from './accounts.sql.ts'
import { findLatestExport, type Export } from './export/exports.sql.ts'

export async function accountOf(services: Services, userId: number): Promise<Account> {
  const { db, clock, config } = services
  const found = await findAccountDetails(db, userId)
  if (found === null) throw new Error('the account was deleted during the request')
  const { calendarHash, ...row } = found
  const recordedSince = await consentSince(db, userId, 'recording')
  const latest = await findLatestExport(db, userId, clock.now())
  return {
    ...row,
    secondPhone:
      row.secondPhone === null
        ? null
        : { phone: row.secondPhone, verified: row.secondVerified, calls: stoppable(row.secondStoppedAt) },
    createdAt: iso(row.createdAt),
    recording: {
      consented: recordedSince !== null,
      since: isoOrNull(recordedSince),
      keptDays: RECORDINGS_KEPT_MS / DAY_MS,
    },
    calls: stoppable(row.callsStoppedAt),
    signals: config.webhook && (await consentSince(db, userId, 'signals')) !== null,
    tokens: await tokensOf(services, userId),
    asksForLadder: row.phoneVerified && !row.agreedToLadder && row.ladderAskedAt === null,
    // Verifying a number implies agreement to today's text.
    mostTries: mostTries(row.agreedToLadder || !row.phoneVerified),
    texts: { ...stoppable(row.textsStoppedAt), unproven: row.phoneVerified && row.provenByCall },
    callerNumber: await callerNumberOf(services, userId),
    mails: Object.fromEntries(
      MAIL_CHOICES.map((choice) => [choice, !row.mailsOff.includes(choice)]),
    ) as Account['mails'],
    hasCalendarUrl: calendarHash !== null,
    latestExport: latest && toDataExport(latest),
  }
}

export const toDataExport = ({ requestedAt, readyAt, expiresAt, ...row }: Export): DataExport => ({
  ...row,
  requestedAt: iso(requestedAt),
  readyAt: isoOrNull(readyAt),
  expiresAt: iso(expiresAt),
})

const stoppable = (at: Instant | null) => ({ stopped: at !== null, since: isoOrNull(at) })
