import { DAY_MS, MINUTE_MS } from '../time/duration.ts'

/** AUTH-7, counted from sign-in: the longest that a session lives, however it is used (S20). */
export const SESSION_MS = DAY_MS
/** Without 'Remember me', a session that isn't used for so long ends before that. */
export const IDLE_SESSION_MS = DAY_MS / 2
/** With 'Remember me'. */
export const REMEMBERED_SESSION_MS = 30 * DAY_MS

/** How long a sign-in, or a code after it, authorises what a borrowed browser must not do (ACCT-1, S21, S45). */
export const FRESH_MS = 15 * MINUTE_MS
