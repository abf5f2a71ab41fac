import * as kept from '@reveille/core/accounts/retention-times'
import { DAY_MS, HOUR_MS } from '@reveille/core/time/duration'
import { type Instant, localDateAt } from '@reveille/core/time/time-zone'
import { eraseNeverVerified } from './accounts/delete-account.ts'
import { removeExpiredExports } from './accounts/export/build-export.ts'
import { removeOldRecordings } from './calls/recordings/fetch-recordings.ts'
import type { Database } from './platform/database/database.ts'
import { type Aging, deleteEnded, deleteExcess, deleteOld, type Ending } from './platform/database/delete-old.sql.ts'
import { claimRun } from './platform/database/installation.sql.ts'
import { forgetDaysOff } from './schedules/days-off/days-off.sql.ts'
import { deleteExcessUndialled } from './schedules/planner/occurrences.sql.ts'
import { forgetNotes } from './schedules/schedules.sql.ts'
import type { AllServices } from './services.ts'
import { deleteSignals } from './signals/signals.sql.ts'
import { removeOldClips } from './speech/clips/clip-folder.ts'

/** How long a kind of data is kept. Nothing else deletes data unasked. */
type Kept = { keptMs: number; forget(services: AllServices, before: Instant): Promise<unknown> }

const aging = (table: Aging, keptMs: number): Kept => ({
  keptMs,
  forget: ({ db }, before) => deleteOld(db, table, before),
})
const ending = (table: Ending): Kept => ({ keptMs: 0, forget: ({ db }, now) => deleteEnded(db, table, now) })

const KEPT: readonly Kept[] = [
  aging('one_time_codes', kept.CODES_KEPT_MS),
  ending('spent_proofs'),
  { keptMs: 0, forget: ({ limits }) => limits.forgetOver() },
  ending('sessions'),
  ending('links'),
  ending('spending_stops'),
  aging('texted_codes', DAY_MS),
  { keptMs: kept.NOTES_KEPT_MS, forget: ({ db }, before) => forgetNotes(db, before) },
  aging('call_events', kept.TIMELINES_KEPT_MS),
  aging('notices', kept.NOTICES_KEPT_MS),
  aging('account_events', kept.ACCOUNT_EVENTS_KEPT_MS),
  aging('known_browsers', kept.BROWSERS_KEPT_MS),
  aging('former_emails', kept.FORMER_EMAILS_KEPT_MS),
  aging('number_changes', kept.NUMBER_CHANGES_KEPT_MS),
  { keptMs: kept.RECORDINGS_KEPT_MS, forget: removeOldRecordings },
  { keptMs: kept.DAYS_OFF_KEPT_MS, forget: ({ db }, before) => forgetDaysOff(db, localDateAt(before, 'UTC')) },
  { keptMs: 0, forget: removeExpiredExports },
  { keptMs: kept.UNVERIFIED_KEPT_MS, forget: eraseNeverVerified },
  { keptMs: kept.SIGNALS_KEPT_MS, forget: ({ db }, before) => deleteSignals(db, before, kept.SIGNALS_SHOWN) },
]

/** Deletes expired data, hourly across all workers. A failure stops no other kind, and is retried an hour later. */
export async function enforceRetention(services: AllServices): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  if (!(await claimRun(db, 'retention', now, HOUR_MS))) return
  const failures: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error))
  for (const { keptMs, forget } of KEPT) await attempt(forget(services, now - keptMs))
  if (await claimRun(db, 'old clips', now, DAY_MS)) {
    await attempt(keepNewest(db, now))
    await attempt(removeOldClips(services))
  }
  if (failures.length > 0) throw failures[0]
}

/** Deletes what exceeds an account's limits. Few accounts do, so each deletion looks for them first. */
async function keepNewest(db: Database, now: Instant): Promise<void> {
  const most = kept.MOST_KEPT
  await deleteExcess(db, 'notices', most.notices)
  await deleteExcess(db, 'consents', most.consents)
  await deleteExcess(db, 'known_browsers', most.browsers)
  await deleteExcess(db, 'sessions', most.sessions)
  await deleteExcessUndialled(db, { most: most.undialled, before: now - DAY_MS })
}
