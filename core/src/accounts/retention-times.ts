import { DAY_MS, YEAR_MS } from '../time/duration.ts'

/** Retention times (ACCT-1 and the privacy statement); the server's retention job follows them. */
export const RECORDINGS_KEPT_MS = 30 * DAY_MS
export const EXPORTS_KEPT_MS = 7 * DAY_MS
/** Codes are kept past their expiry: whoever enters one late is told that it expired (CODE-4). */
export const CODES_KEPT_MS = DAY_MS
/** After the call it was for; its retries say it, too. */
export const NOTES_KEPT_MS = DAY_MS
export const TIMELINES_KEPT_MS = YEAR_MS
export const NOTICES_KEPT_MS = YEAR_MS
/** What happened to an account (ACCT-5). */
export const ACCOUNT_EVENTS_KEPT_MS = YEAR_MS
/** How long a browser counts as known (CODE-3). */
export const BROWSERS_KEPT_MS = YEAR_MS
export const FORMER_EMAILS_KEPT_MS = 30 * DAY_MS
/** For this long after a change of the wake-up number, whoever had it before can say that it wasn't them (S71). */
export const NUMBER_CHANGES_KEPT_MS = 7 * DAY_MS
/** Days off after their last day, which ends everywhere within two. */
export const DAYS_OFF_KEPT_MS = 2 * DAY_MS
/** Accounts whose phone was never verified and that have no session. */
export const UNVERIFIED_KEPT_MS = 30 * DAY_MS
/**
 * The most that an account keeps of what it can add all day (S64), the newest first: notices; consents that were withdrawn;
 * browsers; sessions; occurrences in which no call was dialled, because it was taken back or came too often.
 */
export const MOST_KEPT = { notices: 500, consents: 500, browsers: 50, sessions: 50, undialled: 500 } as const
/** Hashed counts against abuse: twice the longest period that anything is counted over (S55). */
export const COUNTS_KEPT_MS = 2 * DAY_MS
/** The same for consecutive wrong codes (S5). */
export const WRONG_CODE_COUNTS_KEPT_MS = 2 * YEAR_MS
/** The longest that a backup is kept: the privacy policy says so, and `backup --keep` deletes older ones. */
export const BACKUPS_KEPT_DAYS = 30

/** The most archives that a person may request in a day (ACCT-2): building one reads all their data (S45). */
export const EXPORTS_A_DAY = 3

/** What is typed to delete an account (ACCT-3). */
export const DELETION_WORD = 'DELETE'
