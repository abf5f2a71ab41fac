import { addDays, weekdayOf, type LocalDate } from '../time/calendar.ts'
import { WEEKDAYS } from '../time/weekday.ts'

/**
 * A finished occurrence that rang, on the date of its due instant in its own zone. Excludes samples and whatever was
 * skipped, paused, cancelled or not placed.
 */
export type RungOccurrence = { date: LocalDate; outcome: 'answered' | 'missed' }

type Outcome = RungOccurrence['outcome']
type Tally = { answered: number; missed: number }

/** `thisWeek` counts scheduled calls, Monday to Sunday; `weeks` count mornings, the current week last. */
type Progress = { streak: number; thisWeek: Tally; weeks: (Tally & { monday: LocalDate })[] }

/** The number of weeks in the picture. */
export const WEEKS = 12

/** DASH-9: the outcomes of a person's calls. */
export function progressOf(rung: readonly RungOccurrence[], today: LocalDate): Progress {
  const monday = mondayOf(today)
  const sunday = addDays(monday, 6)
  const mornings = morningsOf(rung)
  const mondays = Array.from({ length: WEEKS }, (_, index) => addDays(monday, 7 * (index + 1 - WEEKS)))
  return {
    streak: streakOf(rung),
    thisWeek: tallyOf(rung.filter(({ date }) => date >= monday && date <= sunday).map(({ outcome }) => outcome)),
    weeks: mondays.map((first) => ({ monday: first, ...tallyOf(weekFrom(first, mornings)) })),
  }
}

/** Answered mornings since the last missed one. Days on which nothing rang are ignored, whatever the reason. */
export function streakOf(rung: readonly RungOccurrence[]): number {
  const mornings = [...morningsOf(rung)]
  const missed = mornings.filter(([, outcome]) => outcome === 'missed').map(([date]) => date)
  const lastMissed = missed.toSorted().at(-1) ?? ''
  return mornings.filter(([date]) => date > lastMissed).length
}

type Mornings = ReadonlyMap<LocalDate, Outcome>

/** A morning is answered when any of its occurrences was, and missed when one was missed and none answered. */
function morningsOf(rung: readonly RungOccurrence[]): Mornings {
  const mornings = new Map<LocalDate, Outcome>()
  for (const { date, outcome } of rung) {
    if (outcome === 'answered' || !mornings.has(date)) mornings.set(date, outcome)
  }
  return mornings
}

function weekFrom(monday: LocalDate, mornings: Mornings): (Outcome | undefined)[] {
  return Array.from({ length: 7 }, (_, day) => mornings.get(addDays(monday, day)))
}

function tallyOf(outcomes: readonly (Outcome | undefined)[]): Tally {
  const count = (counted: Outcome) => outcomes.filter((outcome) => outcome === counted).length
  return { answered: count('answered'), missed: count('missed') }
}

function mondayOf(date: LocalDate): LocalDate {
  const sinceMonday = (WEEKDAYS.indexOf(weekdayOf(date)) + 6) % 7 // the list begins with Sunday
  return addDays(date, -sinceMonday)
}
