import { TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import { numberInWords } from '@reveille/core/time/duration'

/** What 'Retry if I miss it' does (WAKE-10). `mostTries`: fewer for people who agreed to fewer calls. */
export const retryHint = (mostTries: number = TRY_AFTER_MS.length): string =>
  `We'll try up to ${numberInWords(mostTries)} more times, then stop.`
