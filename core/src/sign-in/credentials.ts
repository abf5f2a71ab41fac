import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/duration.ts'

/** A session expires this long after sign-in, even if it's in use. */
export const SESSION_MS = DAY_MS
/** Without 'Remember me', an unused session expires after this. */
export const IDLE_SESSION_MS = DAY_MS / 2
export const REMEMBERED_SESSION_MS = 30 * DAY_MS

/** How long a sign-in, or a code entered later, authorizes what a borrowed browser mustn't do. */
export const FRESH_MS = 15 * MINUTE_MS

export const SETUP_LINK_MS = HOUR_MS
export const INVITATION_MS = 72 * HOUR_MS
export const SIGN_IN_LINK_MS = 15 * MINUTE_MS

/** How long a browser may take to answer a challenge. */
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS

/** For each person. */
export const MOST_PASSKEYS = 10
export const MOST_TOKENS = 10
/** In characters, as typed. */
export const LONGEST_PASSKEY_NAME = 40
export const LONGEST_TOKEN_NAME = 40
