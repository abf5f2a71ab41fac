import * as z from 'zod/mini'
import { Id, LocalMoment } from './instant.ts'

/** What shows that a person is up: pressing a button, typing digits, or the result of a sum (section 3 of docs/waking.md). */
const MorningTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('button') }),
  z.object({ kind: z.literal('digits'), digits: z.string() }),
  z.object({ kind: z.literal('sum'), a: z.int(), b: z.int() }),
])
export type MorningTask = z.infer<typeof MorningTask>

/** A morning whose phone has been called and that is not over: the same task as on the phone. */
export const OpenMorning = z.object({
  scheduleId: z.nullable(Id),
  /** Its own instant, in its zone. */
  at: LocalMoment,
  isSecondCheck: z.boolean(),
  /** An answer names it, so that a doubled one counts once. */
  round: z.int(),
  task: MorningTask,
})
export type OpenMorning = z.infer<typeof OpenMorning>

/** Null when no morning is open. */
export const Morning = z.nullable(OpenMorning)

/** `answer` is empty for a button. */
export const MorningAnswer = z.object({ round: z.int(), answer: z.string().check(z.maxLength(8)) })

/** `morning` is the next task after a wrong answer; null when none is open. */
export const MorningAnswered = z.object({
  outcome: z.enum(['proven', 'wrong']),
  message: z.string(),
  morning: z.nullable(OpenMorning),
})
export type MorningAnswered = z.infer<typeof MorningAnswered>
