import * as z from 'zod/mini'

const Tally = z.object({ answered: z.int(), missed: z.int() })

/** DASH-9: this week's calls, and the mornings of twelve weeks, the current one last. */
export const Progress = z.object({
  /** Answered mornings since the last missed one. */
  streak: z.int(),
  thisWeek: Tally,
  weeks: z.array(z.extend(Tally, { monday: z.string() })),
})
export type Progress = z.infer<typeof Progress>
