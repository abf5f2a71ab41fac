import { CLOCK_OFFSET, now } from './clock.ts'
import { inTab } from './storage.ts'

/** Server time minus device time (ms). */
export const deviceOffset = (): number => now() - Date.now()

/** Whether it changed since the last response: the clock was set, or sleep paused the monotonic clock. */
export const isTimeInDoubt = (): boolean => Math.abs(deviceOffset() - Number(inTab.read(CLOCK_OFFSET))) > 1_000
