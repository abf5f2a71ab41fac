const DAY_MS = 24 * 60 * 60_000

/** How long what is kept (ACCT-1 and the privacy statement); the retention of the server keeps to it. */
export const RECORDINGS_KEPT_DAYS = 30
export const RECORDINGS_KEPT_MS = RECORDINGS_KEPT_DAYS * DAY_MS
export const EXPORTS_KEPT_MS = 7 * DAY_MS
/** Past their ten minutes: whoever comes late is told that a code expired (CODE-4). */
export const CODES_KEPT_MS = DAY_MS
export const TIMELINES_KEPT_MS = 365 * DAY_MS
export const NOTICES_KEPT_MS = 365 * DAY_MS
/** As long as one of them counts as known (CODE-3). */
export const BROWSERS_KEPT_MS = 365 * DAY_MS
export const FORMER_EMAILS_KEPT_MS = 30 * DAY_MS
/** Accounts whose phone was never verified, and that nobody is signed in to. */
export const UNVERIFIED_KEPT_MS = 30 * DAY_MS
