import type { NewDaysOff } from '@reveille/contract/days-off'
import type { Request } from './save-form.ts'
import type { ShownSchedule } from './screen.ts'

/** Adds days off; the screen then shows them on each of their schedules. */
export function takeDaysOff(userId: number, wanted: NewDaysOff): Request {
  return async ({ services, program }) => {
    const added = await program.addDaysOff(services, userId, wanted)
    if (added.outcome !== 'added') return null
    const { id, scheduleId } = added.daysOff
    return {
      words: `days off ${id} taken`,
      holds: (schedules) =>
        schedules
          .filter((one) => scheduleId === null || one.id === scheduleId)
          .every(({ daysOff }) => daysOff.some((range) => range.id === id)),
    }
  }
}

/** Removes the first days off that this schedule shows; null if it shows none. */
export function endDaysOff(userId: number, schedule: ShownSchedule): Request | null {
  const id = schedule.daysOff[0]?.id
  if (id === undefined) return null
  return async ({ services, program }) => {
    if (!(await program.removeDaysOff(services, userId, id))) return null
    return {
      words: `days off ${id} ended`,
      holds: (schedules) => !schedules.some(({ daysOff }) => daysOff.some((range) => range.id === id)),
    }
  }
}
