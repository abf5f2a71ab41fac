import type { Call } from '@reveille/contract/calls'
import { addDays, dayNumber, type LocalDate } from '@reveille/core/calendar'

export type Morning = 'answered' | 'missed'
export type Week = { monday: LocalDate; answered: number; missed: number }
export type Progress = { thisWeek: Week; streak: number; weeks: Week[] }

/** As many weeks as the picture shows. */
export const WEEKS = 12

type ProgressCall = Pick<Call, 'kind' | 'phase' | 'status' | 'callTimeLocal'>

/**
 * DASH-9: what became of the mornings. A morning is answered when any of its calls was; it is missed when one rang out
 * and none was answered. Days without a call (skipped, paused, not planned) and calls that we failed to place are
 * neither: the streak passes over them.
 */
export function progressOf(calls: readonly ProgressCall[], today: LocalDate): Progress {
  const mornings = morningsOf(calls)
  const monday = mondayOf(today)
  const weeks = Array.from({ length: WEEKS }, (_, index) => weekOf(mornings, addDays(monday, 7 * (index + 1 - WEEKS))))
  return { weeks, thisWeek: weekOf(mornings, monday), streak: streakOf(mornings) }
}

function morningsOf(calls: readonly ProgressCall[]): Map<LocalDate, Morning> {
  const mornings = new Map<LocalDate, Morning>()
  for (const { kind, phase, status, callTimeLocal } of calls) {
    if (kind === 'sample' || phase !== 'ended') continue
    if (status === 'completed') mornings.set(callTimeLocal.date, 'answered')
    else if (status === 'no_answer' && !mornings.has(callTimeLocal.date)) mornings.set(callTimeLocal.date, 'missed')
  }
  return mornings
}

function weekOf(mornings: ReadonlyMap<LocalDate, Morning>, monday: LocalDate): Week {
  const days = Array.from({ length: 7 }, (_, day) => mornings.get(addDays(monday, day)))
  return {
    monday,
    answered: days.filter((day) => day === 'answered').length,
    missed: days.filter((day) => day === 'missed').length,
  }
}

function streakOf(mornings: ReadonlyMap<LocalDate, Morning>): number {
  const newestFirst = [...mornings].toSorted(([a], [b]) => b.localeCompare(a)).map(([, morning]) => morning)
  const missed = newestFirst.indexOf('missed')
  return missed === -1 ? newestFirst.length : missed
}

function mondayOf(date: LocalDate): LocalDate {
  const THURSDAY = 3 // counted from Monday: 1970-01-01
  return addDays(date, -(((dayNumber(date) ?? 0) + THURSDAY) % 7))
}
