import { HOUR_MS, MINUTE_MS } from '../time/duration.ts'

/** How long a link works. */
export const SETUP_LINK_MS = HOUR_MS
export const INVITATION_MS = 72 * HOUR_MS
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS
