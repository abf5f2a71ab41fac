import type { LocalTime } from '../time/calendar.ts'
import { localDateTimeAt, zoneCountries, zoneNames, type Instant } from '../time/time-zone.ts'
import { cityOf } from './next-call-text.ts'

/** People recognize their zone by its local time (`now`) and can search by `countries` (ISO 3166). */
export type ListedTimezone = { id: string; region: string; city: string; countries: readonly string[]; now: LocalTime }

/** Sorted by region and city; UTC is last. */
export function listTimezones(now: Instant): ListedTimezone[] {
  return zoneNames()
    .map((id) => ({ id, ...placeOf(id), countries: zoneCountries(id), now: localDateTimeAt(now, id).time }))
    .toSorted((a, b) => compare(a.region, b.region) || compare(a.city, b.city))
}

/** 'America/Indiana/Knox' is listed under America as 'Knox, Indiana', since few would find it as Knox. */
function placeOf(id: string): { region: string; city: string } {
  const [region = id, part, ...rest] = id.split('/')
  const city = cityOf(id)
  return { region, city: rest.length > 0 && part !== undefined ? `${city}, ${part.replaceAll('_', ' ')}` : city }
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
