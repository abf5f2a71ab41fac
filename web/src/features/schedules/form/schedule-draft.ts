import { NewSchedule, type Schedule } from '@reveille/contract/schedules'
import { DEFAULT_SNOOZE_MINUTES, MOST_SNOOZES } from '@reveille/core/calls/next-step'
import { addDays, type LocalDate } from '@reveille/core/time/calendar'
import type { Weekday } from '@reveille/core/time/weekday'
import { formatDate } from '../../../browser/intl.ts'
import type { Complaint } from '../../../ui/form/field.tsx'

/** The form's values; some may be missing. `times` keeps unselected days' times, in case they're selected again. */
export type ScheduleDraft = Omit<NewSchedule, 'name' | 'date' | 'cycle'> & {
  /** Empty for none. */
  name: string
  /** Uses `firstDate` and `cycleTimes` instead of weekdays. */
  isRotating: boolean
  firstDate: LocalDate | ''
  /** Empty on a free day. */
  cycleTimes: string[]
  date: LocalDate | ''
}

export const draftKey = (id: number | string): `scheduleDraft-${string}` => `scheduleDraft-${id}`

/** Half past six on weekdays, in the browser's zone. */
export function newDraft(timezone: string): ScheduleDraft {
  return {
    name: '',
    wakeupTime: '06:30',
    times: {},
    timezone,
    weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'],
    isRecurring: true,
    isRotating: false,
    firstDate: '',
    cycleTimes: [],
    date: '',
    callRetry: true,
    advanceNotice: false,
    proof: 'gentle',
    snoozeMinutes: DEFAULT_SNOOZE_MINUTES,
    snoozeLimit: MOST_SNOOZES,
  }
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { name, times = {}, timezone, weekdays, isRecurring, date, cycle } = schedule
  const { callRetry, advanceNotice, proof, snoozeMinutes, snoozeLimit } = schedule
  const cycleTimes = cycle?.times.map((time) => time ?? '') ?? []
  // A rotation's `wakeupTime` follows its calls, which is no change by its person.
  const wakeupTime = cycleTimes.find(Boolean) ?? schedule.wakeupTime
  const when = { name: name ?? '', wakeupTime, times, timezone, weekdays, isRecurring, date: date ?? '' }
  const rotation = { isRotating: cycle !== undefined, firstDate: cycle?.firstDate ?? '', cycleTimes }
  return { ...when, ...rotation, callRetry, advanceNotice, proof, snoozeMinutes, snoozeLimit }
}

/** The usual date of a one-time call: today while its time is ahead in its zone, else tomorrow. */
export function usualDate({ wakeupTime, timezone }: ScheduleDraft, now: number): LocalDate {
  const local = formatDate('sv', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }, now)
  const [, today, time = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(local ?? '') ?? []
  if (today === undefined) return tomorrow(now)
  return wakeupTime > time ? today : addDays(today, 1)
}

/** The usual date follows a new time or zone; any other stays. */
export function withUsualDate(before: ScheduleDraft, next: ScheduleDraft, now: number): ScheduleDraft {
  const isChosen = next.date !== before.date || before.date !== usualDate(before, now)
  return isChosen ? next : { ...next, date: usualDate(next, now) }
}

/** Tomorrow in the browser's zone. */
export function tomorrow(now: number): LocalDate {
  const at = new Date(now)
  const today = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return addDays(today.join('-'), 1)
}

/** `times-mon` and so on: a weekday's own time. */
export type DraftField = 'name' | 'wakeupTime' | 'timezone' | 'weekdays' | `times-${Weekday}` | 'cycle-times' | 'date'
export type DraftFault = { field: DraftField; message: string }
export type WhenFieldsProps = {
  /** Null for a new schedule. */
  id: number | null
  draft: ScheduleDraft
  change: (draft: ScheduleDraft) => void
  faultOf: (field: DraftField) => Complaint | null
}
export type CheckedDraft = { ok: true; schedule: NewSchedule } | { ok: false; faults: DraftFault[] }

/** Validates with the server's own schema and words. */
export function checkDraft(draft: ScheduleDraft): CheckedDraft {
  const { date, times, weekdays, isRotating, firstDate, cycleTimes, ...rest } = draft
  const days = isRotating
    ? {
        wakeupTime: cycleTimes.find(Boolean) ?? draft.wakeupTime,
        cycle: { firstDate, times: cycleTimes.map((time) => time || null) },
      }
    : draft.isRecurring
      ? { weekdays, times: Object.fromEntries(weekdays.map((weekday) => [weekday, times[weekday]])) }
      : { date: date || null }
  const result = NewSchedule.safeParse({ ...rest, weekdays: [], times: {}, date: null, ...days })
  if (result.success) return { ok: true, schedule: result.data }
  const faults = result.error.issues.map(({ path, message }) => ({ field: path.join('-') as DraftField, message }))
  return { ok: false, faults }
}

/** A draft without faults as the server takes it. Throws otherwise. */
export function validSchedule(draft: ScheduleDraft): NewSchedule {
  const checked = checkDraft(draft)
  if (!checked.ok) throw new Error(checked.faults[0]?.message)
  return checked.schedule
}
