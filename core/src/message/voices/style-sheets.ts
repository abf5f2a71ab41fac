import type { VoiceId } from '../../speech/voices.ts'

/** How a voice speaks. `lines.test.ts` checks its lines against it. Lengths are in words. */
export type StyleSheet = {
  /** Every greeting contains one of these. */
  names: readonly string[]
  /** The shortest and longest sentence. Greetings, keys and time may be shorter. */
  sentence: { from: number; to: number }
  meanSentence: number
  /** The share of possible contractions that the voice uses. */
  contracted: number
  exclaims: boolean
  /** The longest parts of a first call, without time and day, which add four words. */
  most: { greeting: number; why: number; struggle: number; step: number }
  /** Spoken words per minute; docs/voices.md has the measurements. */
  pace: number
}

const SLOW = { greeting: 8, why: 13, struggle: 13, step: 10 }

export const STYLE_SHEETS: Record<VoiceId, StyleSheet> = {
  jocko: {
    names: ['Sergeant'],
    sentence: { from: 1, to: 9 },
    meanSentence: 9,
    contracted: 0.6,
    exclaims: false,
    most: SLOW,
    pace: 165,
  },
  liam: {
    names: ['Liam'],
    sentence: { from: 6, to: 15 },
    meanSentence: 9.5,
    contracted: 0.9,
    exclaims: false,
    most: { greeting: 9, why: 16, struggle: 15, step: 12 },
    pace: 190,
  },
  lily: {
    names: ['Lily'],
    sentence: { from: 4, to: 13 },
    meanSentence: 9,
    contracted: 0.9,
    exclaims: false,
    most: SLOW,
    pace: 165,
  },
  bill: {
    names: ['Bill'],
    sentence: { from: 5, to: 15 },
    meanSentence: 9,
    contracted: 0.9,
    exclaims: false,
    most: SLOW,
    pace: 165,
  },
  'todd-thomas': {
    names: ['Teo', 'Coach'],
    sentence: { from: 2, to: 12 },
    meanSentence: 9,
    contracted: 0.9,
    exclaims: true,
    most: { greeting: 10, why: 16, struggle: 16, step: 14 },
    pace: 200,
  },
  'radio-station': {
    names: ['First Light Radio'],
    sentence: { from: 5, to: 16 },
    meanSentence: 12,
    contracted: 0.9,
    exclaims: true,
    most: { greeting: 9, why: 15, struggle: 14, step: 12 },
    pace: 183,
  },
}
