import * as kept from '@reveille/core/accounts/retention-times'
import { type Instant, localDateAt } from '@reveille/core/time/time-zone'
import { deleteFormerEmails } from './accounts/accounts.sql.ts'
import { eraseNeverVerified } from './accounts/delete-account.ts'
import { removeExpiredExports } from './accounts/export/build-export.ts'
import { removeOldRecordings } from './calls/recordings/fetch-recordings.ts'
import { deleteCallEvents } from './calls/timeline.sql.ts'
import { forgetStops } from './dispatch/spending.sql.ts'
import { deleteExcessNotices, deleteNotices } from './notices/notices.sql.ts'
import { deleteExcessConsents } from './people/consents.sql.ts'
import { deleteNumberChanges } from './phones/number-changes.sql.ts'
import { deleteAccountEvents } from './platform/audit/account-events.sql.ts'
import type { Database } from './platform/database/database.ts'
import { claimRun } from './platform/database/installation.sql.ts'
import { deleteExpiredTokens } from './platform/database/single-use.sql.ts'
import { forgetDaysOff } from './schedules/days-off/days-off.sql.ts'
import { deleteExcessUndialled } from './schedules/planner/occurrences.sql.ts'
import { forgetNotes } from './schedules/schedules.sql.ts'
import type { AllServices } from './services.ts'
import { deleteCodes } from './sign-in/codes/codes.sql.ts'
import { forgetBrowsers, forgetExcessBrowsers } from './sign-in/codes/known-browsers.sql.ts'
import { forgetTextedCodes } from './sign-in/codes/texted-codes.sql.ts'
import { deleteExpiredLinks } from './sign-in/links/links.sql.ts'
import { deleteEndedSessions, deleteExcessSessions } from './sign-in/sessions.sql.ts'
import { deleteSignals } from './signals/signals.sql.ts'
import { removeOldClips } from './speech/clips/clip-folder.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How long a kind of data is kept. Nothing else deletes data unasked. */
type Kept = { keptMs: number; forget(services: AllServices, before: Instant): Promise<unknown> }

const KEPT: readonly Kept[] = [
  { keptMs: kept.CODES_KEPT_MS, forget: ({ db }, before) => deleteCodes(db, before) },
  { keptMs: 0, forget: ({ db }, before) => deleteExpiredTokens(db, before) },
  { keptMs: 0, forget: ({ limits }) => limits.forgetOver() },
  { keptMs: 0, forget: ({ db }, before) => deleteEndedSessions(db, before) },
  { keptMs: 0, forget: ({ db }, before) => deleteExpiredLinks(db, before) },
  { keptMs: 0, forget: ({ db }, before) => forgetStops(db, before) },
  { keptMs: DAY_MS, forget: ({ db }, before) => forgetTextedCodes(db, before) },
  { keptMs: kept.NOTES_KEPT_MS, forget: ({ db }, before) => forgetNotes(db, before) },
  { keptMs: kept.TIMELINES_KEPT_MS, forget: ({ db }, before) => deleteCallEvents(db, before) },
  { keptMs: kept.NOTICES_KEPT_MS, forget: ({ db }, before) => deleteNotices(db, before) },
  { keptMs: kept.ACCOUNT_EVENTS_KEPT_MS, forget: ({ db }, before) => deleteAccountEvents(db, before) },
  { keptMs: kept.BROWSERS_KEPT_MS, forget: ({ db }, before) => forgetBrowsers(db, before) },
  {
    keptMs: kept.FORMER_EMAILS_KEPT_MS,
    forget: ({ db }, before) => deleteFormerEmails(db, before),
  },
  { keptMs: kept.NUMBER_CHANGES_KEPT_MS, forget: ({ db }, before) => deleteNumberChanges(db, before) },
  { keptMs: kept.RECORDINGS_KEPT_MS, forget: removeOldRecordings },
  { keptMs: kept.DAYS_OFF_KEPT_MS, forget: ({ db }, before) => forgetDaysOff(db, localDateAt(before, 'UTC')) },
  { keptMs: 0, forget: removeExpiredExports },
  { keptMs: kept.UNVERIFIED_KEPT_MS, forget: eraseNeverVerified },
  { keptMs: kept.SIGNALS_KEPT_MS, forget: ({ db }, before) => deleteSignals(db, before, kept.SIGNALS_SHOWN) },
]

/** Deletes expired data, hourly across all workers. Failures are retried an hour later. */
export async function enforceRetention(services: AllServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (!(await claimRun(db, 'retention', now, HOUR_MS))) return
  for (const { keptMs, forget } of KEPT) await forget(services, now - keptMs)
  if (!(await claimRun(db, 'old clips', now, DAY_MS))) return
  await keepNewest(db, now)
  await removeOldClips(services)
}

/** Deletes what exceeds an account's limits. Few accounts do, so each deletion looks for them first. */
async function keepNewest(db: Database, now: Instant): Promise<void> {
  const most = kept.MOST_KEPT
  await deleteExcessNotices(db, most.notices)
  await deleteExcessConsents(db, most.consents)
  await forgetExcessBrowsers(db, most.browsers)
  await deleteExcessSessions(db, most.sessions)
  await deleteExcessUndialled(db, { most: most.undialled, before: now - DAY_MS })
}
