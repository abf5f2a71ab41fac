import { WEEKDAYS } from '@reveille/core/time/weekday'
import * as z from 'zod/mini'

/** An instant on the wire: ISO 8601 in UTC. */
export const IsoInstant = z.iso.datetime()

/** A row's id on the wire and in URLs: a positive integer. */
export const Id = z.int('Resource not found').check(z.positive())

/** How often its person has changed something: in If-Match, a write changes no other version. */
export const Version = z.int()

/** An id from a path or a query, where everything is text. */
export const IdText = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'Resource not found')),
  z.transform((text) => Number(text)),
)

/**
 * The same instant as local time in the schedule's zone. The server computes it, because a browser's zone data may be
 * outdated; `today` is the date there at the time of the answer.
 */
export const LocalMoment = z.object({
  date: z.string(),
  time: z.string(),
  weekday: z.enum(WEEKDAYS),
  today: z.string(),
})
export type LocalMoment = z.infer<typeof LocalMoment>
