/** The API's names, in the order of the form's toggles. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export type Weekday = (typeof WEEKDAYS)[number]

/** Sorted, without duplicates. */
export const inWeekOrder = (weekdays: readonly Weekday[]): Weekday[] =>
  WEEKDAYS.filter((weekday) => weekdays.includes(weekday))

const NAMES: Record<Weekday, string> = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
}

export const weekdayName = (weekday: Weekday): string => NAMES[weekday]

/** 'mon' → 'Mon'. */
export const shortWeekdayName = (weekday: Weekday): string => NAMES[weekday].slice(0, 3)
