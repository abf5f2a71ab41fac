import * as z from 'zod/mini'

/** What GET /api/events sends: only what changed, never the data; the page fetches what it shows again. */
export const LiveEvent = z.object({ changed: z.enum(['calls', 'schedules', 'notices', 'account', 'phone-code']) })
export type LiveEvent = z.infer<typeof LiveEvent>
