import { MINUTE_MS } from '../time/duration.ts'

export const MOST_PASSKEYS = 10

/** In characters, as typed. */
export const LONGEST_PASSKEY_NAME = 40

/** How long a browser may take to answer a challenge. */
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS
