import type { NewSchedule } from '@reveille/contract/schedules'
import { ringAlike } from '@reveille/core/schedules/recurrence'
import { ruleOf } from '@reveille/core/schedules/schedule'
import type { Weekday } from '@reveille/core/time/weekday'
import type { RunningProcess } from '../machine/running-process.ts'
import { expectedInstants } from './expected-instants.ts'
import type { Expectation } from './person.ts'
import type { ShownSchedule } from './screen.ts'

/** One request of an action, and what its answer promises about the screen. */
export type Request = (process: RunningProcess) => Promise<Expectation | null>

/** Sends the form for a new or an edited schedule. */
export function save(userId: number, edited: ShownSchedule | null, fields: NewSchedule): Request {
  const skippedAt = edited?.skippedAt ?? 0
  return async ({ services, program }) => {
    const isAhead = () => skippedAt > services.clock.now() + 1_000
    const wasAhead = isAhead()
    const saved = await program.saveSchedule(services, userId, edited && { id: edited.id }, fields)
    if (saved.outcome !== 'saved') return null
    const isSaved = (one: ShownSchedule) =>
      ringsAsAsked(one, fields) && one.callRetry === fields.callRetry && keepsSkip(one)
    // A skip stays while the edited schedule has its instant; otherwise its person is told that it is gone.
    const keepsSkip = (one: ShownSchedule) => {
      if (!wasAhead || !isAhead()) return true
      if (expectedInstants(one, skippedAt, skippedAt).length > 0) return one.skippedAt === skippedAt
      return one.skippedAt !== skippedAt && saved.droppedSkips.some(({ at }) => at === skippedAt)
    }
    return shows(saved.scheduleId, 'saved', isSaved)
  }
}

/** The plain form of its times may name another usual time than was asked for (`plainTimes`). */
function ringsAsAsked(one: ShownSchedule, asked: NewSchedule): boolean {
  if (!asked.isRecurring) return one.wakeupTime === asked.wakeupTime
  const rule = ruleOf({ ...asked, cycle: asked.cycle ?? null, date: null, daysOff: [] })
  return ringAlike(ruleOf({ ...one, weekdays: [...one.weekdays] as Weekday[], daysOff: [] }), rule)
}

/** A schedule that is over by now, such as a one-time call, isn't on the screen. */
export function shows(id: number, words: string, holds: (schedule: ShownSchedule) => boolean): Expectation {
  return {
    words: `schedule ${id} ${words}`,
    holds: (schedules) => schedules.filter((one) => one.id === id).every(holds),
  }
}

/** A schedule as the form would send it unchanged. */
export function fieldsOf(schedule: ShownSchedule): NewSchedule {
  const { wakeupTime, times, timezone, weekdays, cycle, date } = schedule
  const { callRetry, advanceNotice, proof, snoozeMinutes, snoozeLimit } = schedule
  const when = {
    name: null,
    wakeupTime,
    times: { ...times },
    timezone,
    weekdays: [...weekdays] as Weekday[],
    cycle,
    isRecurring: date === null,
    date,
  }
  return { ...when, callRetry, advanceNotice, proof, snoozeMinutes, snoozeLimit }
}
