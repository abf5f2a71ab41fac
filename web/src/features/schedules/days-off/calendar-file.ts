import { LONGEST_DAYS_OFF_NAME } from '@reveille/contract/days-off'
import { LONGEST_DAYS_OFF } from '@reveille/core/schedules/days-off'
import { latestDate } from '@reveille/core/schedules/schedule-limit'
import { addDays, dayNumber, daysBetween, type LocalDate } from '@reveille/core/time/calendar'
import ICAL from 'ical.js'

export const LARGEST_FILE = 1_000_000
const MOST_EVENTS = 500
/** Enough for every day of fifty years. */
const MOST_STEPS = 20_000
/** Each may take the library a fifth of a second. */
const MOST_UNREADABLE = 5

export type FoundDays = { from: LocalDate; to: LocalDate; name: string }

/** `leftOut`: events that repeat in a way we can't read. */
export type ReadFile = { days: FoundDays[]; leftOut: number } | { fault: string }

/** The parts that a rule may have. With others, the library may search forever. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  YEARLY: ['BYMONTH', 'BYMONTHDAY', 'BYDAY'],
  MONTHLY: ['BYMONTHDAY', 'BYDAY'],
  WEEKLY: ['BYDAY'],
  DAILY: [],
}

/** The whole-day events of a calendar (RFC 5545) from `today` on, for two years. Their zones don't count. */
export function readCalendarFile(text: string, today: LocalDate): ReadFile {
  if ((text.match(/^BEGIN:VEVENT/gim)?.length ?? 0) > MOST_EVENTS)
    return { fault: `This file has more than ${MOST_EVENTS} events. Please choose a smaller one.` }
  const events = eventsOf(text)
  if (events === null) return { fault: "We couldn't read this file. Please choose a calendar file (.ics)." }
  const moved = new Set(events.map((event) => `${event.uid} ${dayOf(event.recurrenceId)}`))
  const found = new Map<string, FoundDays>()
  const work = { steps: 0, leftOut: 0 }
  for (const event of events) {
    for (const from of startsOf(event, { today, last: latestDate(today), work })) {
      const to = addDays(from, lengthOf(event) - 1)
      if (to < today || (!event.isRecurrenceException() && moved.has(`${event.uid} ${from}`))) continue
      const name = (event.summary ?? '')
        .slice(0, LONGEST_DAYS_OFF_NAME)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trim()
      found.set(`${from} ${to} ${name}`, { from, to, name })
    }
  }
  if (found.size === 0 && work.leftOut === 0) return { fault: 'This file has no all-day events in the next two years.' }
  const days = [...found.values()].toSorted((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1))
  return { days, leftOut: work.leftOut }
}

/** All-day events that weren't canceled. Null if it's no calendar. */
function eventsOf(text: string): ICAL.Event[] | null {
  try {
    const parsed = ICAL.parse(text) as unknown[]
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed).map(
      (one) => new ICAL.Component(one as string),
    )
    if (calendars.length === 0 || calendars.some(({ name }) => name !== 'vcalendar')) return null
    return calendars
      .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
      .map((component) => new ICAL.Event(component, { strictExceptions: true, exceptions: [] }))
      .filter(isWholeDay)
  } catch {
    return null
  }
}

function isWholeDay(event: ICAL.Event): boolean {
  const { component, startDate } = event
  // The library turns February 31 into March 3.
  if (!startDate?.isDate || dayNumber(String(component.getFirstProperty('dtstart')?.jCal[3])) === null) return false
  return component.getFirstPropertyValue('status') !== 'CANCELLED' && lengthOf(event) <= LONGEST_DAYS_OFF
}

const dayOf = (time: ICAL.Time | null) => String(time).slice(0, 10)

/** In days; the end is the day after the last one. */
function lengthOf({ startDate, endDate }: ICAL.Event): number {
  const end = dayOf(endDate)
  return dayNumber(end) === null ? 1 : Math.max(1, daysBetween(dayOf(startDate), end))
}

type Within = { today: LocalDate; last: LocalDate; work: { steps: number; leftOut: number } }

/** The first days of an event, and of its repetitions until `last`. */
function startsOf(event: ICAL.Event, { last, work }: Within): LocalDate[] {
  const first = dayOf(event.startDate)
  if (!event.isRecurring()) return first <= last ? [first] : []
  const starts: LocalDate[] = []
  try {
    const isReadable = event.component.getAllProperties('rrule').every((rule) => canBeRead(rule.getFirstValue()))
    if (!isReadable || work.leftOut > MOST_UNREADABLE) throw new Error('unreadable')
    const repetitions = event.iterator()
    for (let next = repetitions.next(); next && dayOf(next) <= last; next = repetitions.next()) {
      if (++work.steps > MOST_STEPS) throw new Error('repeats too often')
      starts.push(dayOf(next))
    }
    if (starts.length === 0) throw new Error('never')
  } catch {
    work.leftOut++ // the library also throws for rules that never match
  }
  return starts
}

function canBeRead(rule: unknown): boolean {
  if (!(rule instanceof ICAL.Recur)) return false
  const parts = READABLE[rule.freq ?? '']
  return parts !== undefined && Object.keys(rule.parts).every((part) => parts.includes(part))
}
