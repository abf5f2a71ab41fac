import type { Schedule } from '@reveille/contract/schedules'
import { clockTime } from '../../format/local-formats.ts'

/** What paused schedules are called: by their names, else by their times. */
export const pausedNames = (schedules: readonly Pick<Schedule, 'isActive' | 'name' | 'wakeupTime'>[]): string[] =>
  schedules.filter(({ isActive }) => !isActive).map(({ name, wakeupTime }) => name ?? clockTime(wakeupTime))
