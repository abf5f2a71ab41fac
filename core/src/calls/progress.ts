import { addDays, weekdayOf, type LocalDate } from '../time/calendar.ts'
import { WEEKDAYS } from '../time/weekday.ts'

/** On the local date of its due instant. Samples, and what was skipped, paused or never placed, don't count. */
export type RungOccurrence = { date: LocalDate; outcome: (typeof RUNG_OUTCOMES)[number] }

/** Best first: a day counts by its best outcome. */
export const RUNG_OUTCOMES = ['answered', 'unconfirmed', 'missed'] as const

type Outcome = RungOccurrence['outcome']
type Tally = Record<Outcome, number>

/** `days` run from Monday to Sunday; null if nothing rang. */
type Week = Tally & { monday: LocalDate; days: (Outcome | null)[] }

/** `thisWeek` counts occurrences; `weeks` count mornings, the current week last. */
type Progress = { streak: number; bestStreak: number; thisWeek: Tally; weeks: Week[] }

/** How many weeks the dashboard's chart shows. */
export const WEEKS = 12

export function progressOf(rung: readonly RungOccurrence[], today: LocalDate): Progress {
  const monday = mondayOf(today)
  const sunday = addDays(monday, 6)
  const mornings = morningsOf(rung)
  const mondays = Array.from({ length: WEEKS }, (_, index) => addDays(monday, 7 * (index + 1 - WEEKS)))
  return {
    streak: streakOf(rung),
    bestStreak: Math.max(...streaksOf(rung)),
    thisWeek: tallyOf(rung.filter(({ date }) => date >= monday && date <= sunday).map(({ outcome }) => outcome)),
    weeks: mondays.map((first) => weekFrom(first, mornings)),
  }
}

/** Since the last missed one. An unconfirmed morning, or a day without a call, neither extends nor ends it. */
export const streakOf = (rung: readonly RungOccurrence[]): number => streaksOf(rung).at(-1)!

/** The lengths of all streaks, the current one last. */
function streaksOf(rung: readonly RungOccurrence[]): number[] {
  const mornings = [...morningsOf(rung)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const streaks = [0]
  for (const [, outcome] of mornings) {
    if (outcome === 'answered') streaks[streaks.length - 1]! += 1
    if (outcome === 'missed') streaks.push(0)
  }
  return streaks
}

type Mornings = ReadonlyMap<LocalDate, Outcome>

/** Each morning with the best outcome of its occurrences. */
export function morningsOf(rung: readonly RungOccurrence[]): Mornings {
  const mornings = new Map<LocalDate, Outcome>()
  const rank = (outcome: Outcome) => RUNG_OUTCOMES.indexOf(outcome)
  for (const { date, outcome } of rung) {
    const before = mornings.get(date)
    if (before === undefined || rank(outcome) < rank(before)) mornings.set(date, outcome)
  }
  return mornings
}

function weekFrom(monday: LocalDate, mornings: Mornings): Week {
  const days = Array.from({ length: 7 }, (_, day) => mornings.get(addDays(monday, day)) ?? null)
  return { monday, ...tallyOf(days), days }
}

function tallyOf(outcomes: readonly (Outcome | null)[]): Tally {
  const count = (counted: Outcome) => outcomes.filter((outcome) => outcome === counted).length
  return { answered: count('answered'), unconfirmed: count('unconfirmed'), missed: count('missed') }
}

function mondayOf(date: LocalDate): LocalDate {
  const sinceMonday = (WEEKDAYS.indexOf(weekdayOf(date)) + 6) % 7 // the list begins with Sunday
  return addDays(date, -sinceMonday)
}
