import { inBrowser } from '../../../browser/storage.ts'

/** Asked again after a while: somebody who stays may think otherwise. */
const KEPT_MS = 30 * 86_400_000
const KEY = 'keptZones'

/** Whether somebody in this zone said of late that their calls stay where they are (WAKE-27). */
export function isKept(zone: string, now: number): boolean {
  return new Map(read()).get(zone)! > now
}

/** Not asked again in this zone for 30 days. */
export function keepZone(zone: string, now: number): void {
  const still = read().filter(([, until]) => until > now)
  inBrowser.write(KEY, JSON.stringify({ ...Object.fromEntries(still), [zone]: now + KEPT_MS }))
}

/** Until when no offer is made, by zone. Anything else that is stored there counts as nothing. */
function read(): [string, number][] {
  try {
    const stored: unknown = JSON.parse(inBrowser.read(KEY) ?? '{}')
    return Object.entries(Object(stored)).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
  } catch {
    return []
  }
}
