import type { Instant } from '@reveille/core/time/time-zone'
import type { ComingCall } from './coming-calls.ts'

/** A call lasts a moment, but calendars hide shorter entries. */
const SHOWN_MS = 10 * 60_000

/** A calendar needs a component even without events (RFC 5545, 3.6). */
const ONLY_A_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/**
 * An iCalendar file (RFC 5545). Every event is separate and in UTC: no rules or zones for readers to interpret
 * differently. Deterministic. Nothing in it needs escaping or folding.
 */
export function icalendar(calls: readonly ComingCall[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Reveille//Wake-up calls//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Wake-up calls',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(calls.length === 0 ? ONLY_A_ZONE : calls.flatMap(eventLines)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

const eventLines = ({ scheduleId, at, decidedAt }: ComingCall): string[] => [
  'BEGIN:VEVENT',
  `UID:${scheduleId}-${at}@reveille`,
  `DTSTAMP:${utc(decidedAt)}`,
  `DTSTART:${utc(at)}`,
  `DTEND:${utc(at + SHOWN_MS)}`,
  'SUMMARY:Wake-up call',
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** '20270115T053000Z' */
const utc = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
