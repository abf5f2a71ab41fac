import { RUNG_OUTCOMES } from '@reveille/core/calls/progress'
import * as z from 'zod/mini'

const Tally = z.object({ answered: z.int(), unconfirmed: z.int(), missed: z.int() })

/** DASH-9: this week's calls, and the mornings of twelve weeks, the current one last. */
export const Progress = z.object({
  /** Answered mornings since the last missed one. */
  streak: z.int(),
  /** The longest streak ever. */
  bestStreak: z.int(),
  thisWeek: Tally,
  /** Two of the last five mornings slipped by in Gentle: three digits are offered, once a fortnight. */
  offersFirm: z.boolean(),
  weeks: z.array(
    z.extend(Tally, {
      monday: z.string(),
      /** Each morning from Monday on, null where nothing rang. */
      days: z.array(z.nullable(z.enum(RUNG_OUTCOMES))),
    }),
  ),
})
export type Progress = z.infer<typeof Progress>

/** Accepted: all active schedules ask for three digits from now on. */
export const FirmOfferAnswer = z.object({ accepted: z.boolean() })
