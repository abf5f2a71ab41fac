import type { Timezone } from '@reveille/contract/schedules'
import { COUNTRY_ALIASES, ZONE_PLACES } from '@reveille/core/schedules/zone-places'
import { countryName } from '../../../format/country-names.ts'

/** 'Boston' with 'Eastern Time (New York)' beside it, or a zone's own city. */
export type FoundCity = { key: string; zone: Timezone; name: string; note: string }

const AT_MOST = 20

/** What a name matches by, best first. */
const EXACT = 0
const START = 1
const WORD_START = 2
const WITHIN = 3

type Ranked = FoundCity & { order: readonly number[] }

/**
 * Cities, regions, countries and clocks ('Pacific time', 'PST') that match by whole name, then at its start, then at a
 * word's start. Letters within a word count only if nothing else matches. `own` is the browser's zone, which comes before
 * others that match as well; then the countries we call, bigger cities first.
 */
export function matchingCities(zones: readonly Timezone[], query: string, own = ''): FoundCity[] {
  const wanted = plain(query).trim()
  const found = zones.flatMap((zone) => matchesOf(zone, wanted, zone.id === own))
  const best = found.filter(({ order: [match = WITHIN] }) => match < WITHIN)
  return (best.length > 0 ? best : found).toSorted(byOrder).slice(0, AT_MOST)
}

function matchesOf(zone: Timezone, wanted: string, isOwn: boolean): Ranked[] {
  const known = ZONE_PLACES.get(zone.id)
  const order = (match: number, { shared = 0, size = -1 } = {}) => [
    match,
    shared,
    isOwn ? 0 : 1,
    known ? 0 : 1,
    size,
    known?.rank ?? 0,
  ]
  const names = [zone.city, zone.id.replaceAll('/', ' '), ...(known?.clocks ?? [])]
  const byName = Math.min(...names.map((name) => matchOf(name, wanted)))
  const byCountry = zone.countries
    .map((code) => ({
      match: COUNTRY_ALIASES[wanted] === code ? EXACT : matchOf(countryName(code), wanted),
      // A zone of one country is more likely meant than one that many share.
      shared: known?.country === code ? 0 : zone.countries.length,
    }))
    .filter(({ match }) => match < byName && match < WITHIN)
    .toSorted((a, b) => a.match - b.match)[0]
  const itself = byCountry ?? { match: byName, shared: 0 }
  const rows = [
    { ...cityRow(zone), order: order(itself.match, itself) },
    ...(known?.places ?? []).map((name, size) => ({
      ...placeRow(zone, name),
      order: order(matchOf(name, wanted), { size }),
    })),
  ]
  return rows.filter(({ order: [match] }) => match !== Infinity)
}

function matchOf(name: string, wanted: string): number {
  const text = plain(name)
  if (text === wanted) return EXACT
  if (text.startsWith(wanted)) return START
  if (text.includes(` ${wanted}`)) return WORD_START
  return text.includes(wanted) ? WITHIN : Infinity
}

export const cityRow = (zone: Timezone): FoundCity => ({ key: zone.id, zone, name: zone.city, note: noteOf(zone) })

const placeRow = (zone: Timezone, name: string): FoundCity => ({
  key: `${zone.id}-${name}`,
  zone,
  name,
  note: `${clockOf(zone) ?? noteOf(zone)} (${zone.city})`,
})

const clockOf = ({ id }: Timezone): string | undefined => ZONE_PLACES.get(id)?.clocks[0]

function noteOf(zone: Timezone): string {
  const [country, ...others] = zone.countries
  return clockOf(zone) ?? (country !== undefined && others.length === 0 ? countryName(country) : zone.region)
}

/** Without accents, case and punctuation, 'Saint' as 'St.'; words are separated by one space. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{Diacritic}.’']/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .replaceAll(/\bsaint\b/g, 'st')

function byOrder(a: Ranked, b: Ranked): number {
  const at = a.order.findIndex((value, index) => value !== b.order[index])
  return at < 0 ? 0 : (a.order[at] ?? 0) - (b.order[at] ?? 0)
}
