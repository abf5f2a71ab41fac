import type { Instant } from '@reveille/core/time/time-zone'

/** `changedAt` is when its content was last decided. */
export type CalendarEvent = { uid: string; startsAt: Instant; endsAt: Instant; title: string; changedAt: Instant }

const LONGEST_LINE = 75 // octets, RFC 5545, 3.1

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
 * differently. Deterministic.
 */
export function icalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Reveille//Wake-up calls//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(events.length === 0 ? ONLY_A_ZONE : events.flatMap(eventLines)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines({ uid, startsAt, endsAt, title, changedAt }: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(changedAt)}`,
    `DTSTART:${utc(startsAt)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** '20270115T053000Z' */
const utc = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Text may contain no control characters except tabs. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/g

function escaped(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, '')
  return lines.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)
}

/** Folds long lines with a space, never within a character. */
function folded(line: string): string {
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LONGEST_LINE) [text, octets] = [`${text}\r\n `, 1]
    text += character
    octets += size
  }
  return text
}
