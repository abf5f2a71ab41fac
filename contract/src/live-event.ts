import * as z from 'zod/mini'

/**
 * What GET /api/events sends: only what changed, never the data; the page fetches what it shows again. After 'signed-out'
 * the stream ends: some session of the person is over, and the page asks whether it's its own.
 */
export const LiveEvent = z.object({
  changed: z.enum(['calls', 'schedules', 'notices', 'account', 'phone-code', 'signed-out']),
})
export type LiveEvent = z.infer<typeof LiveEvent>
