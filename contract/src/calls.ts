import { CALL_KINDS, CALL_STATUSES } from '@reveille/core/calls/call-lifecycle'
import { RUNG_OUTCOMES } from '@reveille/core/calls/progress'
import { ROUNDS_OF_TASKS } from '@reveille/core/calls/proof'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import { Id, IdText, IsoInstant, LocalMoment } from './instant.ts'

const CallStatus = z.enum(CALL_STATUSES)
const CallKind = z.enum(CALL_KINDS)
const CallPhase = z.enum(['dialling', 'ringing', 'in-progress', 'in-doubt', 'ended'])

/** An entry of the history: one attempt to reach the phone. */
export const Call = z.object({
  id: Id,
  scheduleId: z.nullable(Id),
  /** The schedule's current name; null without one or after it's deleted. */
  scheduleName: z.nullable(z.string()),
  userId: Id,
  kind: CallKind,
  callTime: IsoInstant,
  callTimeLocal: LocalMoment,
  timezone: z.string(),
  voice: z.enum(VOICE_IDS),
  status: CallStatus,
  /** The person pressed 2. */
  snoozed: z.boolean(),
  phase: CallPhase,
  callSid: z.nullable(z.string()),
  /** 2 if our second carrier has the call; missing for the first. */
  carrier: z.optional(z.literal(2)),
  /** The last digits of the second number, if the call rang it; null for the first. */
  secondNumber: z.nullable(z.string()),
  /** Seconds; null until the call ends, or if nobody answered. */
  duration: z.nullable(z.number()),
  recordingUrl: z.nullable(z.string()),
  /** The goal and struggle that the message spoke of. */
  spokeOf: z.nullable(z.string()),
  /** Why the call failed or stayed in doubt, in words for the person. */
  reason: z.nullable(z.string()),
  /** How its morning ended; null for a sample, while it's open, and if it was skipped or canceled. */
  morning: z.nullable(
    z.object({
      outcome: z.enum([...RUNG_OUTCOMES, 'failed']),
      dueAt: IsoInstant,
      dueAtLocal: LocalMoment,
      overAt: IsoInstant,
      overAtLocal: LocalMoment,
    }),
  ),
  createdAt: IsoInstant,
})
export type Call = z.infer<typeof Call>

/** Newest first. `before`: the id of the last call already shown. */
export const CallHistory = z.array(Call)
export const CallHistoryPage = z.object({
  before: z.optional(IdText),
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^([1-9]|[1-9][0-9]|100)$/, 'Please ask for 1 to 100 calls.')),
      z.transform(Number),
    ),
  ),
})

const CallEvent = z.object({ at: IsoInstant, atLocal: LocalMoment, what: z.string() })
export const CallWithTimeline = z.object({ call: Call, timeline: z.array(CallEvent) })

/** The browser's zone, for a person without a schedule. */
export const SampleRequest = z.optional(
  z.nullable(
    z.object({
      timezone: z.optional(z.string('Please select a time zone.').check(z.maxLength(64))),
    }),
  ),
)
export const SampleStarted = z.object({ message: z.string(), callId: Id })

/** Whether calls can leave now, for everybody. */
export const CarrierState = z.object({
  /** The carrier takes no calls. */
  troubled: z.boolean(),
  checkedAt: IsoInstant,
  /** What can't be confirmed, and since when; null when a worker, the carrier and the plan are all well. */
  unsure: z.nullable(z.object({ part: z.enum(['worker', 'carrier', 'plan']), since: z.nullable(IsoInstant) })),
})
export type CarrierState = z.infer<typeof CarrierState>

/** How a person proves on the dashboard that they're up: a button, digits to type, or a sum. */
const MorningTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('button') }),
  z.object({ kind: z.literal('digits'), digits: z.string() }),
  z.object({ kind: z.literal('sum'), a: z.int(), b: z.int() }),
])
export type MorningTask = z.infer<typeof MorningTask>

/** What the next call would say now, sentence by sentence, each with the URL of its audio. */
export const NextCallWords = z.object({
  at: LocalMoment,
  voiceId: z.enum(VOICE_IDS),
  sentences: z.array(z.object({ text: z.string(), audioUrl: z.string() })),
})
export type NextCallWords = z.infer<typeof NextCallWords>

/** 0 or none: what the next call will say. 1 to 29: other mornings, which share no sentence with it. */
export const NextCallVersion = z.object({
  version: z.optional(z.pipe(z.string().check(z.regex(/^[12]?\d$/)), z.transform(Number))),
})

/** A morning that rang and isn't over, with the task that its call asks for. */
export const OpenMorning = z.object({
  /** The call that asks for the task. An answer names it, so that a late one doesn't count for the next call. */
  callId: Id,
  scheduleId: z.nullable(Id),
  at: LocalMoment,
  isSecondCheck: z.boolean(),
  /** An answer names it, so that a duplicate counts once. */
  round: z.int(),
  task: MorningTask,
})
export type OpenMorning = z.infer<typeof OpenMorning>

/** `answer` is empty for a button. */
export const MorningAnswer = z.object({
  callId: Id,
  round: z.int().check(z.gte(1), z.lte(ROUNDS_OF_TASKS)),
  answer: z.string().check(z.maxLength(8)),
})

/** `morning`: the next task after a wrong answer; null when none is left. */
export const MorningAnswered = z.object({
  outcome: z.enum(['proven', 'wrong']),
  message: z.string(),
  morning: z.nullable(OpenMorning),
})
export type MorningAnswered = z.infer<typeof MorningAnswered>

const Tally = z.object({ answered: z.int(), unconfirmed: z.int(), missed: z.int() })

/** This week's calls, and the mornings of the last weeks, the current one last. */
export const Progress = z.object({
  /** Answered mornings since the last missed one. */
  streak: z.int(),
  bestStreak: z.int(),
  thisWeek: Tally,
  offersFirm: z.boolean(),
  weeks: z.array(
    z.extend(Tally, {
      monday: z.string(),
      /** From Monday; null if nothing rang. */
      days: z.array(z.nullable(z.enum(RUNG_OUTCOMES))),
    }),
  ),
})
export type Progress = z.infer<typeof Progress>

/** `accepted`: all active schedules become Firm. */
export const FirmOfferAnswer = z.object({ accepted: z.boolean() })
