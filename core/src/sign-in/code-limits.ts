import { MINUTE_MS } from '../time/duration.ts'

// CODE-3, beside the configurable limits.

/** Of an address's hourly codes, this many are reserved for browsers that its holder has signed in with. */
export const KEPT_FOR_KNOWN_BROWSERS = 5

/** From this many requests by unknown browsers in an hour on, an unknown browser solves a captcha first. */
export const FREE_OF_CAPTCHA = 10

/** While somebody is guessing, unknown browsers get this many codes an hour for the address (S5). */
export const FEW_WHILE_GUESSED = 3

/** Above the limit of its block, each further text makes the puzzle this much harder. */
export const RAISED_COST = 10

/** PHONE-5: for this long after a text to a number, a resend needs no new captcha. */
export const TRUSTED_MS = 15 * MINUTE_MS
