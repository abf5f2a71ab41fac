import { type Goal, GOALS, type Struggle, STRUGGLES, TEXT_LIMITS } from '@reveille/core/preferences/preferences'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import * as z from 'zod/mini'
import { Version } from './instant.ts'
import { writtenText } from './written-text.ts'

const oneOrMore = <T extends z.core.SomeType>(item: T, message: string) =>
  z.pipe(
    z.union([z.array(item), item], message),
    z.transform((value) => (Array.isArray(value) ? [...new Set(value)] : [value])),
  )

const text = (limit: number, what: string) =>
  z.optional(z.nullable(writtenText().check(z.maxLength(limit, `Please use at most ${limit} characters for ${what}.`))))

const Goals = z.optional(oneOrMore(z.enum(GOALS), 'Please select at least one goal'))
const Struggles = z.optional(oneOrMore(z.enum(STRUGGLES), 'Please select at least one struggle'))

/** Accepts arrays and single values, under either name; `goalsOf` and `strugglesOf` return the lists. */
export const NewPreferences = z
  .object({
    goals: Goals,
    goal: Goals,
    otherGoal: text(TEXT_LIMITS.otherGoal, 'your goal'),
    goalDescription: text(TEXT_LIMITS.goalDescription, 'the description'),
    struggles: Struggles,
    struggle: Struggles,
    otherStruggle: text(TEXT_LIMITS.otherStruggle, 'your struggle'),
    voice: z.enum(VOICE_IDS, 'Please select a voice'),
    customVoice: text(TEXT_LIMITS.customVoice, 'the voice'),
  })
  .check(
    z.refine((p) => goalsOf(p).length > 0, { error: 'Please select at least one goal', path: ['goals'] }),
    z.refine((p) => !goalsOf(p).includes('other') || !!p.otherGoal, {
      error: 'Please specify your custom goal',
      path: ['otherGoal'],
    }),
    z.refine((p) => strugglesOf(p).length > 0, { error: 'Please select at least one struggle', path: ['struggles'] }),
    z.refine((p) => !strugglesOf(p).includes('other') || !!p.otherStruggle, {
      error: 'Please specify your custom struggle',
      path: ['otherStruggle'],
    }),
  )
export type NewPreferences = z.infer<typeof NewPreferences>

/** The voice alone; the rest stays as it is. */
export const VoiceChoice = z.object({ voice: z.enum(VOICE_IDS, 'Please select a voice') })

type Lists = { [goals in 'goals' | 'goal']?: Goal[] | undefined } & {
  [struggles in 'struggles' | 'struggle']?: Struggle[] | undefined
}

export const goalsOf = (p: Lists) => p.goals ?? p.goal ?? []

export const strugglesOf = (p: Lists) => p.struggles ?? p.struggle ?? []

/** Returns both shapes: the lists, and the first of each. */
export const SavedPreferences = z.object({
  goals: z.array(z.enum(GOALS)),
  goal: z.enum(GOALS),
  otherGoal: z.nullable(z.string()),
  goalDescription: z.nullable(z.string()),
  struggles: z.array(z.enum(STRUGGLES)),
  struggle: z.enum(STRUGGLES),
  otherStruggle: z.nullable(z.string()),
  voice: z.enum(VOICE_IDS),
  customVoice: z.nullable(z.string()),
  version: Version,
})
export type SavedPreferences = z.infer<typeof SavedPreferences>

export const Voice = z.object({
  voiceId: z.enum(VOICE_IDS),
  name: z.string(),
  category: z.string(),
  imageUrl: z.string(),
  personalityTrait: z.string(),
  /** A sentence in the voice's style. */
  line: z.string(),
  /** How the voice begins with a person's own goal or struggle, which stands at `{own}`. */
  goalLeads: z.readonly(z.array(z.string())),
  struggleLeads: z.readonly(z.array(z.string())),
})
export type Voice = z.infer<typeof Voice>
export const Voices = z.array(Voice)

export const VoicePreviewRequest = z.object({ voiceId: z.enum(VOICE_IDS, 'Please select a voice') })
/** Null while no clip is available; the screen then says 'Audio Not Available'. */
export const VoicePreview = z.object({ audioUrl: z.nullable(z.string()) })

/** One sentence of a person's own text, by its place among those that calls say. */
export const OwnWords = z.object({
  voiceId: z.enum(VOICE_IDS, 'Please select a voice'),
  about: z.enum(['goal', 'struggle']),
  text: writtenText().check(z.maxLength(TEXT_LIMITS.goalDescription)),
  index: z.int().check(z.minimum(0), z.maximum(99)),
})
export type OwnWords = z.infer<typeof OwnWords>

/** An mp3 in base64; null if calls don't say it, or no voice can now. */
export const OwnWordsSpoken = z.object({ audio: z.nullable(z.string()) })
