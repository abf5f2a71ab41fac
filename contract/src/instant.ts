import { WEEKDAYS } from '@reveille/core/time/weekday'
import * as z from 'zod/mini'

/** ISO 8601 in UTC. */
export const IsoInstant = z.iso.datetime()

export const Id = z.int('Resource not found').check(z.positive())

/** For the optimistic lock: a write with If-Match changes only this version. */
export const Version = z.int()

/** An id in a path or a query, where everything is text. */
export const IdText = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'Resource not found')),
  z.transform((text) => Number(text)),
)

/**
 * An instant as local time in the schedule's zone. The server computes it, because a browser's zone data may be outdated.
 * `today`: the date there when the server responded.
 */
export const LocalMoment = z.object({
  date: z.string(),
  time: z.string(),
  weekday: z.enum(WEEKDAYS),
  today: z.string(),
})
export type LocalMoment = z.infer<typeof LocalMoment>
