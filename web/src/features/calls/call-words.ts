import type { Call } from '@reveille/contract/calls'
import { clockTime, shortDate } from '../../format/local-formats.ts'

/** 'Fri, Jan 15' in the schedule's zone (HIST-4); with its year when that is not the current one. */
export function callDate({ callTimeLocal: { date, weekday, today } }: Pick<Call, 'callTimeLocal'>): string {
  const year = date.slice(0, 4)
  return shortDate(date, weekday, year === today.slice(0, 4) ? '' : year)
}

export function callClock({ callTimeLocal }: Pick<Call, 'callTimeLocal'>): string {
  return clockTime(callTimeLocal.time)
}

/** Seconds as m:ss, as on the dashboard. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Which phone rang, where it was the second one (WAKE-18). */
export const secondNumberWords = (lastDigits: string): string => `Second number, ending in ${lastDigits}`

/** Why this call was made, unless it was simply the first of a schedule. */
export const KINDS: Record<Call['kind'], string | null> = {
  first: null,
  retry: 'Another try',
  snooze: 'After a snooze',
  'wake-check': 'Wake check',
  'second-check': 'Second check',
  sample: 'Sample call',
}
