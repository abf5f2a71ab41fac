import { DAY_MS, MINUTE_MS } from '../time/duration.ts'

/** The longest that a session lives, counted from sign-in, however much it is used. */
export const SESSION_MS = DAY_MS
/** Without 'Remember me', a session that isn't used for this long ends before that. */
export const IDLE_SESSION_MS = DAY_MS / 2
/** With 'Remember me'. */
export const REMEMBERED_SESSION_MS = 30 * DAY_MS

/** How long a sign-in, or a code after it, authorizes what a borrowed browser must not do. */
export const FRESH_MS = 15 * MINUTE_MS
