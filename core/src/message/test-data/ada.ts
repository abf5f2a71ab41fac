import { addDays, type LocalDate } from '../../time/calendar.ts'
import type { MessageRequest } from '../call-message.ts'

/** A first call on a Thursday morning, to somebody who has had calls before. */
export const ada: MessageRequest = {
  name: 'Ada',
  spokenName: null,
  voiceId: 'liam',
  goals: ['exercise'],
  otherGoal: null,
  goalDescription: null,
  struggles: ['snooze'],
  otherStruggle: null,
  dateOrder: 'day-first',
  kind: 'first',
  attempt: 1,
  tryNumber: 1,
  localDate: '2027-01-14',
  localTime: '06:30',
  weekday: 'thu',
  occasion: null,
  nextCallWeekday: 'fri',
  snoozesLeft: 3,
  snoozeMinutes: 9,
  proof: 'gentle',
  tasks: [],
  isTriedAgain: true,
  isCheckedAgain: false,
  saysHowToStop: false,
  recorded: false,
  seed: '1',
}

/** The dates of a year of mornings. */
export const YEAR: readonly LocalDate[] = Array.from({ length: 365 }, (_, day) => addDays(ada.localDate, day))
