import { WEEKDAYS } from '@reveille/core/time/weekday'
import * as z from 'zod/mini'

/** An instant on the wire: ISO 8601 in UTC. */
export const IsoInstant = z.iso.datetime()

/** A row's id on the wire and in addresses: a positive whole number. */
export const Id = z.int('Resource not found').check(z.positive('Resource not found'))

/** An id taken from a path or a query, where everything is text. */
export const IdText = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'Resource not found')),
  z.transform((text) => Number(text)),
)

/**
 * The same instant on a wall in the schedule's zone. The server works it out, because a browser's zone data is as
 * stale as its last update; `today` is the date there when the answer was made.
 */
export const LocalMoment = z.object({
  date: z.string(),
  time: z.string(),
  weekday: z.enum(WEEKDAYS),
  today: z.string(),
})
export type LocalMoment = z.infer<typeof LocalMoment>
