import type { VoiceId } from '../../speech/voices.ts'

/** What a voice's lines keep to. Lengths are in words. */
type LineRules = {
  /** The shortest and longest sentence. Greetings, keys and time may be shorter. */
  sentence: { from: number; to: number }
  meanSentence: number
  /** The share of possible contractions that the voice uses. */
  contracted: number
  exclaims: boolean
  /** The longest parts of a first call, without time and day, which add four words. */
  most: { greeting: number; why: number; struggle: number; step: number }
}

const SLOW = { greeting: 8, why: 13, struggle: 13, step: 10 }

export const LINE_RULES: Record<VoiceId, LineRules> = {
  jocko: {
    sentence: { from: 1, to: 9 },
    meanSentence: 9,
    contracted: 0.6,
    exclaims: false,
    most: SLOW,
  },
  liam: {
    sentence: { from: 6, to: 15 },
    meanSentence: 9.5,
    contracted: 0.9,
    exclaims: false,
    most: { greeting: 9, why: 16, struggle: 15, step: 12 },
  },
  lily: {
    sentence: { from: 4, to: 13 },
    meanSentence: 9,
    contracted: 0.9,
    exclaims: false,
    most: SLOW,
  },
  bill: {
    sentence: { from: 5, to: 15 },
    meanSentence: 9,
    contracted: 0.9,
    exclaims: false,
    most: SLOW,
  },
  'todd-thomas': {
    sentence: { from: 2, to: 12 },
    meanSentence: 9,
    contracted: 0.9,
    exclaims: true,
    most: { greeting: 10, why: 16, struggle: 16, step: 14 },
  },
  'radio-station': {
    sentence: { from: 5, to: 16 },
    meanSentence: 12,
    contracted: 0.9,
    exclaims: true,
    most: { greeting: 9, why: 15, struggle: 14, step: 12 },
  },
}

/** The most words of each part of a message. The rules of the voices limit those of a first call. */
export const BUDGET = {
  ask: 15,
  shortAsk: 7,
  shortStep: 7,
  parting: 6,
  /** In a retry or a snooze call. */
  openerAndStep: 18,
  reason: 14,
  /** In a wake check or a second check. */
  checkOpener: 15,
} as const
