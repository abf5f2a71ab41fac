import { inTab } from './storage.ts'

// The time as our server has it. A device's clock may be a day off, and may be set while a page is open.

/** How far our time is ahead of the device's (ms), kept in the tab, so that the next page starts with it. */
export const CLOCK_OFFSET = 'clockOffset'
/** `Date` is in whole seconds. */
const PRECISION_MS = 1_000

/** The page's own counter (ms), which nobody can set. */
export const counter = (): number => performance.now()

/** When the counter stood at 0: as the device has it, until the server is heard. */
let zero = Date.now() - counter() + (Number(inTab.read(CLOCK_OFFSET)) || 0)

/** Ms since the epoch. */
export const now = (): number => zero + counter()

/** Corrects the time by the header `Date` of an answer, where it can't be true. `askedAt` and `answeredAt` are by the counter. */
export function hearDate(date: string | null, askedAt: number, answeredAt: number): void {
  const told = Date.parse(date ?? '')
  const [earliest, latest] = [told - answeredAt, told + PRECISION_MS - askedAt]
  if (zero < earliest || zero > latest) zero = (earliest + latest) / 2
  inTab.write(CLOCK_OFFSET, String(now() - Date.now()))
}
