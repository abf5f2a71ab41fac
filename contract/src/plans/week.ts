import { WEEKDAYS } from '@reveille/core/time/weekday'
import * as z from 'zod/mini'
import { Id, IsoInstant } from '../instant.ts'

/** Seven days from today, each with the calls that ring then if nothing changes, the earliest first. */
export const Week = z.array(
  z.object({
    date: z.string(),
    weekday: z.enum(WEEKDAYS),
    /** Every active schedule has the day off. */
    isOff: z.boolean(),
    calls: z.array(
      z.object({
        scheduleId: Id,
        name: z.nullable(z.string()),
        at: IsoInstant,
        /** Where the schedule is. */
        time: z.string(),
        timezone: z.string(),
      }),
    ),
  }),
)
export type Week = z.infer<typeof Week>
