import zoneData from 'moment-timezone/data/packed/latest.json' with { type: 'json' }
import { dateOf, dayNumber, minuteOfDay, timeOf, weekdayOfDay } from './calendar.ts'
import type { DayNumber, LocalDate, LocalTime } from './calendar.ts'
import { unpackZone, type ZonePeriods } from './packed-zone.ts'
import type { Weekday } from './weekday.ts'
import { zoneNamesOf } from './zone-names.ts'

export type { LocalDate, LocalTime } from './calendar.ts'

/** A point in time: milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

/** An instant as local date and time. */
export type LocalDateTime = {
  date: LocalDate
  time: LocalTime
  weekday: Weekday
  /** Ahead of UTC; east is positive. */
  offsetMinutes: number
}

/** How a local time maps: it occurs once, is skipped by the clocks, or occurs twice. */
export type LocalTimeKind = 'normal' | 'gap' | 'overlap'

/** The edition of the IANA data in use, such as '2026f'. When it changes, replan future calls. */
export const zoneDataVersion: string = zoneData.version

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Remembers the last period looked up: most look-ups are about this year's. */
type Zone = ZonePeriods & { recent: number }

const packedZones = new Map(zoneData.zones.map((packed) => [packed.slice(0, packed.indexOf('|')), packed]))
const names = zoneNamesOf({ ...zoneData, zones: [...packedZones.keys()] })
const unpacked = new Map<string, Zone>()

/**
 * The canonical name that we keep for a zone, from any case or former name ('Asia/Calcutta' → 'Asia/Kolkata'); null
 * when the data has no such zone. Its clocks are the same under both names.
 */
export function canonicalZone(name: string): string | null {
  return names.canonical.get(name.toLowerCase()) ?? null
}

/**
 * The zones that a person may choose from, sorted: one for each place that the tz database lists by country, and UTC.
 */
export function zoneNames(): readonly string[] {
  return names.listed
}

/** The countries (ISO 3166) whose people use this zone; none for UTC. */
export const zoneCountries = (zone: string): readonly string[] => names.countries.get(zone) ?? []

/** The zones in which people of this country live. */
export const zonesOfCountry = (code: string): string[] =>
  names.listed.filter((zone) => zoneCountries(zone).includes(code))

/**
 * The instant at which `zone` shows this date and time. A skipped time is read with the offset before the gap, so it
 * comes that much later; of a time that occurs twice it is the first (Temporal calls this 'compatible'). Null
 * when the zone skips the whole day (Apia, 2011-12-30) or no calendar has the date. Throws on an unknown zone and on
 * anything but a time.
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: string): Instant | null {
  const day = dayNumber(date)
  return day === null ? null : instantOnDay(day, minuteOfDay(time), zone)
}

/** As `instantAt`, for callers that calculate with many days. */
export function instantOnDay(day: DayNumber, minute: number, zoneName: string): Instant | null {
  const zone = zoneOf(zoneName)
  const local = day * DAY_MS + minute * MINUTE_MS
  const period = firstPeriodAtLocal(zone, local)
  if (!isBeforePeriod(zone, period, local)) return local - offsetOf(zone, period)
  const offsetBefore = offsetOf(zone, period - 1)
  return offsetOf(zone, period) - offsetBefore >= DAY_MS ? null : local - offsetBefore
}

/** Whether the clocks of `zone` skip this time or show it twice. Throws on anything but a date, time or zone. */
export function localTimeKind(date: LocalDate, time: LocalTime, zoneName: string): LocalTimeKind {
  const zone = zoneOf(zoneName)
  const day = dayNumber(date)
  if (day === null) throw new Error(`not a date: '${date}'`)
  const local = day * DAY_MS + minuteOfDay(time) * MINUTE_MS
  const period = firstPeriodAtLocal(zone, local)
  if (isBeforePeriod(zone, period, local)) return 'gap'
  return isBeforePeriod(zone, period + 1, local) ? 'normal' : 'overlap' // nothing comes after the last period
}

/** Local date and time in `zone`, to the minute. Throws on an unknown zone. */
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

/** The date in `zone`. Throws on an unknown zone. */
export function localDateAt(instant: Instant, zone: string): LocalDate {
  return dateOf(localDayAt(instant, zone))
}

/** As `localDateAt`, for callers that calculate with many days. */
export function localDayAt(instant: Instant, zone: string): DayNumber {
  return Math.floor((instant + offsetAt(instant, zone)) / DAY_MS)
}

function offsetAt(instant: Instant, zoneName: string): number {
  const zone = zoneOf(zoneName)
  zone.recent = firstAfter(zone.ends, instant, zone.recent)
  return offsetOf(zone, zone.recent)
}

/** The first period that has not ended when its clocks show `local`. */
function firstPeriodAtLocal(zone: Zone, local: number): number {
  zone.recent = firstAfter(zone.localEnds, local, zone.recent)
  return zone.recent
}

/** True in a gap: the previous period has ended, and this one begins at a later local time. */
function isBeforePeriod(zone: Zone, period: number, local: number): boolean {
  return period > 0 && local < (zone.ends[period - 1] ?? 0) + offsetOf(zone, period)
}

/** The index of the first end after `at`; ends ascend, and the last is infinite. */
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
