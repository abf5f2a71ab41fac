/** Asked again after a while: somebody who stays may think otherwise. */
const KEPT_MS = 30 * 86_400_000
const KEY = 'keptZones'

/** Whether somebody in this zone said of late that their calls stay where they are (WAKE-27). */
export function isKept(zone: string, now: number): boolean {
  return (read()[zone] ?? 0) > now
}

/** Not asked again in this zone for 30 days. */
export function keepZone(zone: string, now: number): void {
  const still = Object.entries(read()).filter(([, until]) => until > now)
  localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(still), [zone]: now + KEPT_MS }))
}

/** Until when no offer is made, by zone. Anything else that is stored there counts as nothing. */
function read(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, number>) : {}
  } catch {
    return {}
  }
}
