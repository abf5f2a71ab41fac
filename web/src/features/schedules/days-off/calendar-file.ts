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
  const calendar = eventsOf(text)
  if (calendar === null) return { fault: "We couldn't read this file. Please choose a calendar file (.ics)." }
  const found = new Map<string, FoundDays>()
  const work = { steps: 0, leftOut: 0 }
  for (const event of calendar.events) {
    for (const from of startsOf(event, { today, last: latestDate(today), work })) {
      const to = addDays(from, lengthOf(event) - 1)
      if (to < today || (!event.isRecurrenceException() && calendar.replaced.has(`${event.uid} ${from}`))) continue
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

/**
 * All-day events that weren't canceled, and the days on which others replace a repetition, even one that was canceled or
 * has a time of day. Null if it's no calendar.
 */
function eventsOf(text: string): { events: ICAL.Event[]; replaced: ReadonlySet<string> } | null {
  try {
    const parsed = ICAL.parse(text) as unknown[]
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed).map(
      (one) => new ICAL.Component(one as string),
    )
    if (calendars.length === 0 || calendars.some(({ name }) => name !== 'vcalendar')) return null
    const events = calendars
      .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
      .map((component) => new ICAL.Event(component, { strictExceptions: true, exceptions: [] }))
    const replaced = new Set(events.map((event) => `${event.uid} ${dayOf(valueOf(event, 'recurrence-id'))}`))
    return { events: events.filter(isWholeDay), replaced }
  } catch {
    return null
  }
}

function isWholeDay(event: ICAL.Event): boolean {
  // The library turns February 31 into March 3.
  if (!event.startDate?.isDate || dayNumber(valueOf(event, 'dtstart')) === null) return false
  return event.component.getFirstPropertyValue('status') !== 'CANCELLED' && lengthOf(event) <= LONGEST_DAYS_OFF
}

/** As written, unlike what the library makes of it. */
const valueOf = ({ component }: ICAL.Event, property: string) => String(component.getFirstProperty(property)?.jCal[3])

const dayOf = (time: ICAL.Time | string) => String(time).slice(0, 10)

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
    const rules = event.component.getAllProperties('rrule')
    // The library ignores rules of exceptions, which older calendar programs write.
    const isReadable = rules.every((rule) => canBeRead(rule.getFirstValue())) && !event.component.hasProperty('exrule')
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
