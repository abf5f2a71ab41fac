import { LONGEST_DAYS_OFF } from '@reveille/core/schedules/days-off'
import { dayNumber, daysBetween } from '@reveille/core/time/calendar'
import * as z from 'zod/mini'
import { Id } from './instant.ts'
import { writtenName } from './written-text.ts'

/** In characters. */
export const LONGEST_DAYS_OFF_NAME = 40

const isDate = (date: string) => dayNumber(date) !== null
const FirstDay = z.string('Please select the first day.').check(z.refine(isDate, 'Please select the first day.'))
const LastDay = z.string('Please select the last day.').check(z.refine(isDate, 'Please select the last day.'))
const Name = writtenName(LONGEST_DAYS_OFF_NAME, ' for the name')

/** Days on which nothing rings, both ends included. Without a schedule, they apply to all of them. */
export const NewDaysOff = z
  .object({
    scheduleId: z._default(z.nullable(Id), null),
    from: FirstDay,
    to: LastDay,
    name: z._default(z.nullable(Name), null),
  })
  .check(
    z.refine(({ from, to }) => !isDate(from) || !isDate(to) || from <= to, {
      error: 'The last day comes before the first.',
      path: ['to'],
    }),
    z.refine(({ from, to }) => !isDate(from) || !isDate(to) || daysBetween(from, to) < LONGEST_DAYS_OFF, {
      error: `Please select at most ${LONGEST_DAYS_OFF} days.`,
      path: ['to'],
    }),
  )
export type NewDaysOff = z.infer<typeof NewDaysOff>

export const DaysOff = z.object({
  id: Id,
  scheduleId: z.nullable(Id),
  from: z.string(),
  to: z.string(),
  name: z.nullable(z.string()),
})
export type DaysOff = z.infer<typeof DaysOff>

export const DaysOffAdded = z.object({ message: z.string(), daysOff: DaysOff })
