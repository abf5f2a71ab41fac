import { TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import { numberInWords } from '@reveille/core/time/duration'

/** Explains 'Retry if I miss it'. `mostTries` depends on the accepted consent. */
export const retryHint = (mostTries: number = TRY_AFTER_MS.length): string =>
  `We'll try up to ${numberInWords(mostTries)} more times, then stop.`
