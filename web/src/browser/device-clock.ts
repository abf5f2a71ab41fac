import { CLOCK_OFFSET, now } from './clock.ts'
import { inTab } from './storage.ts'

/** How far our time is ahead of the device's (ms). */
export const deviceOffset = (): number => now() - Date.now()

/** Whether it has changed since the server was last heard: the clock was set, or the device slept, which stops the page's counter. */
export const isTimeInDoubt = (): boolean => Math.abs(deviceOffset() - Number(inTab.read(CLOCK_OFFSET))) > 1_000
