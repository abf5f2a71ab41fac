import { DAY_MS, HOUR_MS, inWords, MINUTE_MS, YEAR_MS } from '@reveille/core/time/duration'

/** Below that nobody misses a call for it. */
const NEAR_ENOUGH_MS = 5 * MINUTE_MS

/** 'Your device's clock is a day ahead', where our time is `offset` ahead of it (ms); null where it's about right. */
export function clockWords(offset: number): string | null {
  const off = Math.abs(offset)
  if (off <= NEAR_ENOUGH_MS) return null
  const unit = [YEAR_MS, DAY_MS, HOUR_MS].find((size) => off > size * NEARLY) ?? MINUTE_MS
  return `Your device's clock is ${inWords(Math.round(off / unit) * unit)} ${offset < 0 ? 'ahead' : 'behind'}`
}

/** 23 hours and 50 minutes are a day, 59 and a half minutes an hour. */
const NEARLY = 0.99
