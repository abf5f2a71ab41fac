import { DAY_MS, YEAR_MS } from '../time/duration.ts'

/** Retention times (ACCT-1 and the privacy statement); the server's retention job follows them. */
export const RECORDINGS_KEPT_MS = 30 * DAY_MS
export const EXPORTS_KEPT_MS = 7 * DAY_MS
/** Codes are kept past their expiry: whoever enters one late is told that it expired (CODE-4). */
export const CODES_KEPT_MS = DAY_MS
export const TIMELINES_KEPT_MS = YEAR_MS
export const NOTICES_KEPT_MS = YEAR_MS
/** What happened to an account (ACCT-5). */
export const ACCOUNT_EVENTS_KEPT_MS = YEAR_MS
/** How long a browser counts as known (CODE-3). */
export const BROWSERS_KEPT_MS = YEAR_MS
export const FORMER_EMAILS_KEPT_MS = 30 * DAY_MS
/** Accounts whose phone was never verified and that have no session. */
export const UNVERIFIED_KEPT_MS = 30 * DAY_MS
/** Hashed counts against abuse: twice the longest period that anything is counted over (S55). */
export const COUNTS_KEPT_MS = 2 * DAY_MS
/** The same for consecutive wrong codes (S5). */
export const WRONG_CODE_COUNTS_KEPT_MS = 2 * YEAR_MS
