import type { Timezone } from '@reveille/contract/schedules'

const AT_MOST = 6

/** Cities whose name starts with the input, then those that contain it; accents are ignored. */
export function matchingCities(zones: readonly Timezone[], query: string): Timezone[] {
  const wanted = plain(query.trim())
  if (wanted.length < 2) return []
  const first = zones.filter(({ city }) => plain(city).startsWith(wanted))
  const then = zones.filter((zone) => !first.includes(zone) && plain(`${zone.city} ${zone.id}`).includes(wanted))
  return [...first, ...then].slice(0, AT_MOST)
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('_', ' ')
    .toLowerCase()
