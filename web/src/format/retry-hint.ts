import { TRY_AFTER_MS } from '@reveille/core/calls/next-step'
import { numberInWords } from '@reveille/core/time/duration'

/** What 'Retry if I miss it' does (WAKE-10). */
export const RETRY_HINT = `We try up to ${numberInWords(TRY_AFTER_MS.length)} more times, then stop.`
