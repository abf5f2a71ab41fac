import type { Schedule } from '@reveille/contract/schedules'

/** DASH-4: active ones first, then by wake-up time. */
export function sortedSchedules<T extends Pick<Schedule, 'isActive' | 'wakeupTime'>>(schedules: readonly T[]): T[] {
  return schedules.toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || a.wakeupTime.localeCompare(b.wakeupTime),
  )
}
