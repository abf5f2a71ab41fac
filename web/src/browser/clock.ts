import { inTab } from './storage.ts'

// The server's time. A device's clock may be a day off, and may be set while a page is open.

/** `deviceOffset`, kept in the tab for the next page. */
const CLOCK_OFFSET = 'clockOffset'
/** `Date` is in whole seconds. */
const PRECISION_MS = 1_000

/** A monotonic clock (ms). */
export const counter = (): number => performance.now()

/** The time at which the monotonic clock was 0: the device's until the server answers. */
let zero = Date.now() - counter() + (Number(inTab.read(CLOCK_OFFSET)) || 0)

/** Ms since the epoch. */
export const now = (): number => zero + counter()

/** Server time minus device time (ms). */
export const deviceOffset = (): number => now() - Date.now()

/** Corrects the time by a response's `Date` header if it's off. `askedAt` and `answeredAt` are monotonic. */
export function hearDate(date: string | null, askedAt: number, answeredAt: number): void {
  const told = Date.parse(date ?? '')
  const [earliest, latest] = [told - answeredAt, told + PRECISION_MS - askedAt]
  if (zero < earliest || zero > latest) zero = (earliest + latest) / 2
  inTab.write(CLOCK_OFFSET, String(deviceOffset()))
}

/** Whether it changed since the last response: the clock was set, or sleep paused the monotonic clock. */
export const isTimeInDoubt = (): boolean => Math.abs(deviceOffset() - Number(inTab.read(CLOCK_OFFSET))) > 1_000
