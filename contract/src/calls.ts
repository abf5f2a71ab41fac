import { CALL_KINDS, CALL_STATUSES } from '@reveille/core/calls/call-lifecycle'
import { RUNG_OUTCOMES } from '@reveille/core/calls/progress'
import { ROUNDS_OF_TASKS } from '@reveille/core/calls/proof'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import { Id, IdText, IsoInstant, LocalMoment } from './instant.ts'

const CallStatus = z.enum(CALL_STATUSES)
const CallKind = z.enum(CALL_KINDS)
/** The stage of a call under way, for the row that shows it live (DASH-10). */
const CallPhase = z.enum(['dialling', 'ringing', 'in-progress', 'in-doubt', 'ended'])

/** One entry of the history: one attempt to reach the phone. */
export const Call = z.object({
  id: Id,
  scheduleId: z.nullable(Id),
  /** What its schedule is called now; null without a name or once it is deleted. */
  scheduleName: z.nullable(z.string()),
  userId: Id,
  kind: CallKind,
  callTime: IsoInstant,
  callTimeLocal: LocalMoment,
  timezone: z.string(),
  voice: z.enum(VOICE_IDS),
  status: CallStatus,
  /** It was answered by 2. */
  snoozed: z.boolean(),
  phase: CallPhase,
  callSid: z.nullable(z.string()),
  /** The last digits of the second number, where that was called (WAKE-18); null for the first. */
  secondNumber: z.nullable(z.string()),
  /** Seconds; null until the call has ended, or when nobody answered. */
  duration: z.nullable(z.number()),
  recordingUrl: z.nullable(z.string()),
  /** What the message spoke of (HIST-1). */
  spokeOf: z.nullable(z.string()),
  /** Why a call failed or stayed in doubt, in words for the person. */
  reason: z.nullable(z.string()),
  createdAt: IsoInstant,
})
export type Call = z.infer<typeof Call>

/** HIST-4: a plain list, newest first; `before` is the id of the last call already shown. */
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
/** A call and its timeline in plain words. */
export const CallWithTimeline = z.object({ call: Call, timeline: z.array(CallEvent) })

/** The browser's zone: for people who have not scheduled a call yet. */
export const SampleRequest = z.optional(
  z.nullable(
    z.object({
      timezone: z.optional(z.string('Please select a time zone.').check(z.maxLength(64))),
    }),
  ),
)
export const SampleStarted = z.object({ message: z.string(), callId: Id })

/** Whether the carrier currently accepts calls, for everybody. */
export const CarrierState = z.object({ troubled: z.boolean() })
export type CarrierState = z.infer<typeof CarrierState>

/** What shows that a person is up: pressing a button, typing digits, or the result of a sum (section 3 of docs/waking.md). */
const MorningTask = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('button') }),
  z.object({ kind: z.literal('digits'), digits: z.string() }),
  z.object({ kind: z.literal('sum'), a: z.int(), b: z.int() }),
])
export type MorningTask = z.infer<typeof MorningTask>

/** What the next call will say, as of now: sentence by sentence, each with the address of its sound. */
export const NextCallWords = z.object({
  at: LocalMoment,
  voiceId: z.enum(VOICE_IDS),
  sentences: z.array(z.object({ text: z.string(), audioUrl: z.string() })),
})
export type NextCallWords = z.infer<typeof NextCallWords>

/** 0, or none, is what the next call will say; 1 to 29 are words of other mornings, which share no sentence (WAKE-30). */
export const NextCallVersion = z.object({
  version: z.optional(z.pipe(z.string().check(z.regex(/^[12]?\d$/)), z.transform(Number))),
})

/** Null without a next call. */
export const MaybeNextCallWords = z.nullable(NextCallWords)

/** A morning whose phone has been called and that is not over: the same task as on the phone. */
export const OpenMorning = z.object({
  /** The call whose task it is. An answer names it, so that one that comes late is no answer to the next call's. */
  callId: Id,
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
export const MorningAnswer = z.object({
  callId: Id,
  round: z.int().check(z.gte(1), z.lte(ROUNDS_OF_TASKS)),
  answer: z.string().check(z.maxLength(8)),
})

/** `morning` is the next task after a wrong answer; null when none is open. */
export const MorningAnswered = z.object({
  outcome: z.enum(['proven', 'wrong']),
  message: z.string(),
  morning: z.nullable(OpenMorning),
})
export type MorningAnswered = z.infer<typeof MorningAnswered>

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
