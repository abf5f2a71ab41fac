import type { Timezone } from '@reveille/contract/schedules'
import { countryName } from '../../../format/country-names.ts'

const AT_MOST = 20

/** Cities of the country so named, cities whose name starts with the input, those that contain it, then other countries'. */
export function matchingCities(zones: readonly Timezone[], query: string): Timezone[] {
  const wanted = plain(query.trim())
  const ranked = zones.map((zone) => ({ zone, rank: rankOf(zone, wanted) })).filter(({ rank }) => rank < Infinity)
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, AT_MOST)
    .map(({ zone }) => zone)
}

function rankOf({ id, city, countries }: Timezone, wanted: string): number {
  const name = plain(city)
  const lands = countries.map((code) => plain(countryName(code)))
  // A zone of one country is more likely meant than one that many share.
  if (lands.includes(wanted)) return -1 / lands.length
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted) || plain(id).includes(wanted)) return 1
  return lands.some((land) => land.startsWith(wanted)) ? 1 + lands.length : Infinity
}

/** Without accents and capitals, which few type. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('_', ' ')
    .toLowerCase()
