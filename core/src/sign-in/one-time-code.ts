import { MINUTE_MS } from '../time/duration.ts'

/** Digits of a code (CODE-1). */
export const CODE_DIGITS = 6

/** How long a code is valid (CODE-2). */
export const CODE_LIFE_MS = 10 * MINUTE_MS

/** A code is void after this many wrong tries (CODE-2). */
export const MAX_WRONG_TRIES = 5

/**
 * A second request within this time sends nothing new and gets the same answer, unless the text was refused (CODE-3).
 */
export const RESEND_PAUSE_MS = 30_000
