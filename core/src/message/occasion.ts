import { morningsOf, streakOf, type RungOccurrence } from '../calls/progress.ts'
import { daysBetween, type LocalDate } from '../time/calendar.ts'
import { STREAKS, type Occasions, type Streak } from './voices/voice-lines.ts'

/** What is special about a morning: a greeting of its own says it. A number is a streak. */
export type Occasion = Exclude<keyof Occasions, 'streak'> | Streak

/** A weekend is no pause. */
const PAUSE_DAYS = 3

/**
 * The occasion of a morning, or null. `rung`: what rang before; `clocksMoved`: by how many minutes the clocks are ahead of
 * where they were a day before.
 */
export function occasionOf(
  rung: readonly RungOccurrence[],
  { localDate, clocksMoved }: { localDate: LocalDate; clocksMoved: number },
): Occasion | null {
  const mornings = [...morningsOf(rung)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const last = mornings.at(-1)
  if (last === undefined) return 'firstCall'
  if (clocksMoved !== 0) return clocksMoved > 0 ? 'clocksForward' : 'clocksBack'
  const [date, outcome] = last
  if (daysBetween(date, localDate) > PAUSE_DAYS) return 'afterPause'
  if (outcome !== 'answered') return 'afterMissed'
  const streak = streakOf(rung)
  return STREAKS.find((said) => said === streak) ?? null
}
