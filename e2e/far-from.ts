import { setTimeout as pause } from 'node:timers/promises'

/** Longer than the tests of one file take. */
const MINUTES = 4

/**
 * Waits until none of these times is due within minutes there: a call that really rings in the middle of a file changes
 * its pages. Elsewhere than in these few minutes of a day it returns at once.
 */
export async function farFrom(timeZone: string, ...times: `${number}:${number}`[]): Promise<void> {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const isNear = (time: string) => (minuteOf(time) - minuteOf(clock.format(Date.now())) + 1_440) % 1_440 <= MINUTES
  while (times.some(isNear)) await pause(1_000)
}
