import { DAY_MS, YEAR_MS } from '../time/duration.ts'

/** The privacy policy quotes these times, and the server's retention job applies them. */
export const RECORDINGS_KEPT_MS = 30 * DAY_MS
export const EXPORTS_KEPT_MS = 7 * DAY_MS
/** Past their expiry, so that we can tell a person who enters a code late that it's expired. */
export const CODES_KEPT_MS = DAY_MS
/** After the note's call, since retries say it too. */
export const NOTES_KEPT_MS = DAY_MS
export const TIMELINES_KEPT_MS = YEAR_MS
export const NOTICES_KEPT_MS = YEAR_MS
export const ACCOUNT_EVENTS_KEPT_MS = YEAR_MS
/** How long a browser counts as known. */
export const BROWSERS_KEPT_MS = YEAR_MS
export const FORMER_EMAILS_KEPT_MS = 30 * DAY_MS
/** For this long after a change of the wake-up number, 'That wasn't me' works. */
export const NUMBER_CHANGES_KEPT_MS = 7 * DAY_MS
/** After the last day off, which ends in every zone within two days. */
export const DAYS_OFF_KEPT_MS = 2 * DAY_MS
/** What the webhook was told, except the newest, which owners see. */
export const SIGNALS_KEPT_MS = 2 * DAY_MS
export const SIGNALS_SHOWN = 50
/** Accounts that never verified a phone and have no session. */
export const UNVERIFIED_KEPT_MS = 30 * DAY_MS
/** Most rows of an account; the newest stay. `consents`: withdrawn ones. `undialled`: without a dialed call. */
export const MOST_KEPT = { notices: 500, consents: 500, browsers: 50, sessions: 50, undialled: 500 } as const
/** Hashed counts against abuse: twice the longest period that we count over. */
export const COUNTS_KEPT_MS = 2 * DAY_MS
/** Hashed counts of consecutive wrong codes. */
export const WRONG_CODE_COUNTS_KEPT_MS = 2 * YEAR_MS
/** The privacy policy promises it, and `backup --keep` deletes older ones. */
export const BACKUPS_KEPT_DAYS = 30

/** The most exports that a person may request in a day: building one reads all of their data. */
export const EXPORTS_A_DAY = 3

/** What a person types to delete their account. */
export const DELETION_WORD = 'DELETE'
