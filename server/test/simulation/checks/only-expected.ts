import { stopsOccurrence } from '../people/person.ts'
import type { Screen } from '../people/screen.ts'
import { allowsCalls, sureScreen, wants } from '../people/screen.ts'
import { iso, type Check } from './check.ts'
import type { OccurrenceFact } from './facts.ts'
import { isForSecond } from './follow-ups.ts'
import { MARK_TO_REQUEST_MS } from './timing.ts'

/** Nothing leaves against what its person certainly wanted when it was marked. */
export const checkOnlyExpected: Check = (_stage, { occurrences, personOf }, report) => {
  for (const occurrence of occurrences) {
    const { screens, stops } = personOf(occurrence.userId)
    const stoppedAt = Math.min(...stops.filter((stop) => stopsOccurrence(stop, occurrence)).map(({ at }) => at))
    for (const call of occurrence.calls) {
      for (const { at, to } of call.requests) {
        const screen = sureScreen(screens, at - MARK_TO_REQUEST_MS, at)
        const words = `call ${call.id} (${call.kind} of schedule ${occurrence.scheduleId}, ${iso(occurrence.dueAt)}) left at ${iso(at)}`
        if (at > stoppedAt + MARK_TO_REQUEST_MS) report(`I6 ${words}, it was stopped for that day`)
        if (screen === null) continue
        const number =
          screen.second?.rings === true && isForSecond(occurrence, call) ? screen.second.phone : screen.phone
        if (to !== number) report(`I7 WAKE-18 ${words} to ${to}, the number is ${number}`)
        if (!allowsCalls(screen)) report(`I6 ${words}, the person may not be called`)
        if (!occurrence.isSample && !isWanted(screen, screens, occurrence, call.kind))
          report(`I6 ${words}, nobody wanted it`)
      }
      const atDue = sureScreen(screens, occurrence.dueAt - MARK_TO_REQUEST_MS, occurrence.dueAt)
      const isUnwanted =
        atDue !== null && !occurrence.isSample && !wants(atDue, occurrence.scheduleId, occurrence.dueAt)
      if (isUnwanted && call.kind === 'first' && call.requests.length > 0 && occurrence.scheduleId !== null)
        report(`I19 call ${call.id} rang for ${iso(occurrence.dueAt)}, which was not wanted when it came`)
    }
  }
}

/** The longest time before its own that a call is marked. */
const MARKED_AHEAD_MS = 1_000

function isWanted(
  screen: Screen,
  screens: readonly Screen[],
  { scheduleId, dueAt }: OccurrenceFact,
  kind: string,
): boolean {
  const schedule = screen.schedules.find(({ id }) => id === scheduleId)
  if (kind !== 'first') return schedule?.isActive ?? false
  if (wants(screen, scheduleId, dueAt)) return true
  // A due call that waits for its slot survives an edit and the screen shows it next; so does one that was marked
  // before
  // the edit, whatever has become of it. An edit happens at some moment until the next screen.
  const wasMarked = screens.some(
    (one, place) => wants(one, scheduleId, dueAt) && (screens[place + 1]?.from ?? Infinity) >= dueAt - MARKED_AHEAD_MS,
  )
  return schedule?.isActive === true && (schedule.nextAt === dueAt || wasMarked)
}
