import zoneData from 'moment-timezone/data/packed/latest.json' with { type: 'json' }
import { dateOf, dayNumber, minuteOfDay, timeOf, weekdayOfDay } from './calendar.ts'
import type { DayNumber, LocalDate, LocalTime } from './calendar.ts'
import { DAY_MS, MINUTE_MS } from './duration.ts'
import { unpackZone, type ZonePeriods } from './packed-zone.ts'
import type { Weekday } from './weekday.ts'
import { zoneNamesOf } from './zone-names.ts'

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

export type LocalDateTime = {
  date: LocalDate
  time: LocalTime
  weekday: Weekday
  /** East of UTC is positive. */
  offsetMinutes: number
}

/** Whether a local time occurs once, never or twice. */
export type LocalTimeKind = 'normal' | 'gap' | 'overlap'

/** The version of the IANA data, such as '2026f'. Future calls must be replanned when it changes. */
export const zoneDataVersion: string = zoneData.version

/** `recent` is the period of the last lookup, since most are about this year. */
type Zone = ZonePeriods & { recent: number }

const packedZones = new Map(zoneData.zones.map((packed) => [packed.slice(0, packed.indexOf('|')), packed]))
const names = zoneNamesOf({ ...zoneData, zones: [...packedZones.keys()] })
const unpacked = new Map<string, Zone>()

/** The name that we store, from any case or former name ('Asia/Calcutta' → 'Asia/Kolkata'); null if unknown. */
export function canonicalZone(name: string): string | null {
  return names.canonical.get(name.toLowerCase()) ?? null
}

/** The zones that a person can choose, sorted: each place that the tz database lists for a country, and UTC. */
export function zoneNames(): readonly string[] {
  return names.listed
}

/** ISO 3166 codes; none for UTC. */
export const zoneCountries = (zone: string): readonly string[] => names.countries.get(zone) ?? []

export const zonesOfCountry = (code: string): string[] =>
  names.listed.filter((zone) => zoneCountries(zone).includes(code))

/**
 * The instant at which `zone` shows this date and time. In a gap, the offset before it applies, so the instant is as much
 * later as the gap is long. In an overlap, the first instant counts (Temporal's 'compatible'). Null when the zone skips
 * the whole day (Apia, 2011-12-30) or no calendar has the date. Throws on an unknown zone and on anything but a time.
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: string): Instant | null {
  const day = dayNumber(date)
  return day === null ? null : instantOnDay(day, minuteOfDay(time), zone)
}

/** A faster `instantAt` for callers that try many days. */
export function instantOnDay(day: DayNumber, minute: number, zoneName: string): Instant | null {
  const zone = zoneOf(zoneName)
  const local = day * DAY_MS + minute * MINUTE_MS
  const period = firstPeriodAtLocal(zone, local)
  if (!isBeforePeriod(zone, period, local)) return local - offsetOf(zone, period)
  const offsetBefore = offsetOf(zone, period - 1)
  return offsetOf(zone, period) - offsetBefore >= DAY_MS ? null : local - offsetBefore
}

/** Throws on anything but a date, time or zone. */
export function localTimeKind(date: LocalDate, time: LocalTime, zoneName: string): LocalTimeKind {
  const zone = zoneOf(zoneName)
  const day = dayNumber(date)
  if (day === null) throw new Error(`not a date: '${date}'`)
  const local = day * DAY_MS + minuteOfDay(time) * MINUTE_MS
  const period = firstPeriodAtLocal(zone, local)
  if (isBeforePeriod(zone, period, local)) return 'gap'
  return isBeforePeriod(zone, period + 1, local) ? 'normal' : 'overlap' // always 'normal' in the last period
}

/** To the minute. Throws on an unknown zone. */
export function localDateTimeAt(instant: Instant, zone: string): LocalDateTime {
  const offset = offsetAt(instant, zone)
  const local = instant + offset
  const day = Math.floor(local / DAY_MS)
  return {
    date: dateOf(day),
    time: timeOf(Math.floor((local - day * DAY_MS) / MINUTE_MS)),
    weekday: weekdayOfDay(day),
    offsetMinutes: offset / MINUTE_MS,
  }
}

/** Throws on an unknown zone. */
export function localDateAt(instant: Instant, zone: string): LocalDate {
  return dateOf(localDayAt(instant, zone))
}

/** A faster `localDateAt` for callers that try many days. */
export function localDayAt(instant: Instant, zone: string): DayNumber {
  return Math.floor((instant + offsetAt(instant, zone)) / DAY_MS)
}

function offsetAt(instant: Instant, zoneName: string): number {
  const zone = zoneOf(zoneName)
  zone.recent = firstAfter(zone.ends, instant, zone.recent)
  return offsetOf(zone, zone.recent)
}

/** The first period that ends after `local`, by its own clocks. */
function firstPeriodAtLocal(zone: Zone, local: number): number {
  zone.recent = firstAfter(zone.localEnds, local, zone.recent)
  return zone.recent
}

/** Whether this period starts later than `local`. In a gap, the previous one has already ended. */
function isBeforePeriod(zone: Zone, period: number, local: number): boolean {
  return period > 0 && local < (zone.ends[period - 1] ?? 0) + offsetOf(zone, period)
}

/** Binary search for the first end after `at`, starting with `guess`. Ends ascend, and the last is infinite. */
function firstAfter(ends: Float64Array, at: number, guess: number): number {
  if (at < (ends[guess] ?? 0) && (guess === 0 || at >= (ends[guess - 1] ?? 0))) return guess
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (at < (ends[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}

function offsetOf(zone: Zone, period: number): number {
  return zone.offsets[period] ?? 0
}

function zoneOf(name: string): Zone {
  const cached = unpacked.get(name)
  if (cached !== undefined) return cached
  const source = names.source.get(name)
  if (source === undefined) return zoneOf(canonicalZone(name) ?? unknownZone(name))
  const packed = packedZones.get(source) ?? unknownZone(source)
  // Names with the same clocks share one table.
  const zone = source === name ? { ...unpackZone(packed), recent: 0 } : zoneOf(source)
  unpacked.set(name, zone)
  return zone
}

function unknownZone(name: string): never {
  throw new Error(`unknown time zone: '${name}'`)
}
