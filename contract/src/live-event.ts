import * as z from 'zod/mini'

/** What GET /api/events sends: only what changed, never the data; the page asks again for what it shows. */
export const LiveEvent = z.object({ changed: z.enum(['calls', 'schedules', 'notices', 'account']) })
export type LiveEvent = z.infer<typeof LiveEvent>
