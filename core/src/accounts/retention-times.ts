import { DAY_MS, YEAR_MS } from '../time/duration.ts'

/** Retention times. The privacy statement quotes them, and the server's retention job follows them. */
export const RECORDINGS_KEPT_MS = 30 * DAY_MS
export const EXPORTS_KEPT_MS = 7 * DAY_MS
/** Codes outlive their expiry, so that a late one is answered with 'expired'. */
export const CODES_KEPT_MS = DAY_MS
/** After the call it was for; its retries say it, too. */
export const NOTES_KEPT_MS = DAY_MS
export const TIMELINES_KEPT_MS = YEAR_MS
export const NOTICES_KEPT_MS = YEAR_MS
/** What happened to an account. */
export const ACCOUNT_EVENTS_KEPT_MS = YEAR_MS
/** How long a browser counts as known. */
export const BROWSERS_KEPT_MS = YEAR_MS
export const FORMER_EMAILS_KEPT_MS = 30 * DAY_MS
/** For this long after a change of the wake-up number, its former holder can report that it wasn't them. */
export const NUMBER_CHANGES_KEPT_MS = 7 * DAY_MS
/** Days off after their last day, which ends everywhere within two. */
export const DAYS_OFF_KEPT_MS = 2 * DAY_MS
/** Accounts whose phone was never verified and that have no session. */
export const UNVERIFIED_KEPT_MS = 30 * DAY_MS
/**
 * The most that an account keeps of what it can add all day, the newest first: notices; consents that were withdrawn;
 * browsers; sessions; occurrences in which no call was dialled, because it was taken back or came too often.
 */
export const MOST_KEPT = { notices: 500, consents: 500, browsers: 50, sessions: 50, undialled: 500 } as const
/** Hashed counts against abuse: twice the longest period that anything is counted over. */
export const COUNTS_KEPT_MS = 2 * DAY_MS
/** Counts of consecutive wrong codes. */
export const WRONG_CODE_COUNTS_KEPT_MS = 2 * YEAR_MS
/** The longest that a backup is kept: the privacy policy says so, and `backup --keep` deletes older ones. */
export const BACKUPS_KEPT_DAYS = 30

/** The most archives that a person may request in a day: building one reads all their data. */
export const EXPORTS_A_DAY = 3

/** What is typed to delete an account. */
export const DELETION_WORD = 'DELETE'
