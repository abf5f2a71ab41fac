import type { NewSchedule } from '@reveille/contract/schedules'
import { callRefusal, type CallRefusal } from '@reveille/core/people/callable'
import { earliestTime } from '@reveille/core/schedules/cycle'
import { isDayOff, type DateRange } from '@reveille/core/schedules/days-off'
import { ringAlike } from '@reveille/core/schedules/recurrence'
import { ruleOf, type ChosenSchedule, type Schedule } from '@reveille/core/schedules/schedule'
import { latestDate, MOST_SCHEDULES } from '@reveille/core/schedules/schedule-limit'
import { skipsAfterEdit, type SkippedMoment } from '@reveille/core/schedules/skipped-calls'
import { plainTimes } from '@reveille/core/schedules/weekday-times'
import type { LocalDate } from '@reveille/core/time/calendar'
import { canonicalZone, instantAt, localDateAt, type Instant } from '@reveille/core/time/time-zone'
import { inWeekOrder, WEEKDAYS } from '@reveille/core/time/weekday'
import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { addSchedule, changeSchedule, type Unchanged } from './change-schedule.ts'
import { daysOffOfAll } from './days-off/days-off.sql.ts'
import { isCallUnderWay } from './planner/occurrences.sql.ts'

export type SaveOutcome =
  | { outcome: 'saved'; scheduleId: number; droppedSkips: SkippedMoment[] }
  | { outcome: CallRefusal | 'under-way' | 'limit-reached' | 'duplicate' | 'unknown-zone' | 'no-such-day' | 'day-off' }
  | { outcome: 'in-the-past' | 'too-far-ahead' }
  | Unchanged

/**
 * Creates a schedule, or changes the one with `id`; a skip survives if the edited schedule still has a call at that
 * time. The person's lock makes the limit and the duplicate check reliable. Does nothing if the schedule no longer
 * matches `expected`.
 */
export async function saveSchedule(
  services: Services,
  userId: number,
  edited: { id: number; expected?: Expected } | null,
  wanted: NewSchedule,
): Promise<SaveOutcome> {
  const timezone = canonicalZone(wanted.timezone)
  if (timezone === null) return { outcome: 'unknown-zone' }
  const chosen = chosenSchedule(wanted, timezone)
  if (chosen === null) return { outcome: 'no-such-day' }
  return edited === null ? add(services, userId, chosen) : edit(services, { userId, ...edited }, chosen)
}

function add(services: Services, userId: number, chosen: ChosenSchedule) {
  return addSchedule<SaveOutcome>(services, userId, async (tx, { callee, others }) => {
    const now = services.clock.now()
    const tooMany = others.length >= MOST_SCHEDULES ? 'limit-reached' : null
    const refusal = callRefusal(callee) ?? refuse(chosen, now) ?? tooMany ?? duplicateOf(others, chosen)
    if (refusal !== null) return { refused: { outcome: refusal } }
    const daysOff = await daysOffOfAll(tx, userId)
    if (isOff(chosen, daysOff)) return { refused: { outcome: 'day-off' } }
    const result = (scheduleId: number): SaveOutcome => ({ outcome: 'saved', scheduleId, droppedSkips: [] })
    return { added: { ...chosen, daysOff }, result }
  })
}

function edit(services: Services, which: { userId: number; id: number; expected?: Expected }, chosen: ChosenSchedule) {
  return changeSchedule<SaveOutcome>(services, which, async (tx, { callee, schedule, others }) => {
    const { id } = schedule
    const now = services.clock.now()
    const refusal = callRefusal(callee) ?? refuse(chosen, now) ?? duplicateOf(others, chosen)
    if (refusal !== null) return { refused: { outcome: refusal } }
    if (schedule.date !== null && (await isCallUnderWay(tx, id, now))) return { refused: { outcome: 'under-way' } }
    if (isOff(chosen, schedule.daysOff)) return { refused: { outcome: 'day-off' } }
    const { kept, dropped } = skipsAfterEdit(schedule, ruleOf({ ...chosen, daysOff: schedule.daysOff }), now)
    const changed = { ...schedule, ...chosen, skippedCalls: kept }
    return { changed, followUps: 'stay', result: { outcome: 'saved', scheduleId: id, droppedSkips: dropped } }
  })
}

/** Null when the date doesn't exist in that zone. */
function chosenSchedule(wanted: NewSchedule, timezone: string): ChosenSchedule | null {
  const date = wanted.isRecurring ? null : (wanted.date ?? null)
  const oneTimeAt = date === null ? null : instantAt(date, wanted.wakeupTime, timezone)
  if (date !== null && oneTimeAt === null) return null
  const common = { ...wanted, name: wanted.name || null, timezone, date, oneTimeAt }
  const { cycle = null } = wanted
  // A version without rotations, during a rolling update or after a rollback, rings too often and never too late.
  if (cycle !== null) return { ...common, cycle, wakeupTime: earliestTime(cycle), times: {}, weekdays: [...WEEKDAYS] }
  const weekdays = wanted.isRecurring ? inWeekOrder(wanted.weekdays) : []
  const times = plainTimes(wanted.isRecurring ? wanted : { ...wanted, times: {}, weekdays })
  return { ...common, ...times, weekdays, cycle }
}

function refuse({ oneTimeAt, date, timezone }: ChosenSchedule, now: Instant): 'in-the-past' | 'too-far-ahead' | null {
  if (date !== null && isTooFarAhead(date, timezone, now)) return 'too-far-ahead'
  return oneTimeAt !== null && oneTimeAt <= now ? 'in-the-past' : null
}

export const isTooFarAhead = (date: LocalDate, timezone: string, now: Instant): boolean =>
  date > latestDate(localDateAt(now, timezone))

/** A one-time call that wouldn't ring, because its date is a day off. */
function isOff({ date }: ChosenSchedule, daysOff: readonly DateRange[]): boolean {
  return date !== null && isDayOff(daysOff, date)
}

function duplicateOf(others: readonly Schedule[], chosen: ChosenSchedule): 'duplicate' | null {
  return others.some((other) => sameCall(other, chosen)) ? 'duplicate' : null
}

/** Compares zone, date or days, and times; names and switches don't count. */
function sameCall(a: ChosenSchedule, b: ChosenSchedule): boolean {
  return a.timezone === b.timezone && ringAlike(ruleOf({ ...a, daysOff: [] }), ruleOf({ ...b, daysOff: [] }))
}
