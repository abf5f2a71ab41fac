/** The slowest voice, and its pause between two parts: every budget of docs/waking.md is counted with these. */
const WORDS_A_MINUTE = 165
const PAUSE_S = 0.2

/** Greeting to step together: nobody just woken follows for longer. */
const LONGEST_SPEECH_S = 18
const MOST_PARTS = 5

/** The most words of the parts of a message. */
export const BUDGET = {
  greeting: 15,
  why: 20,
  struggle: 16,
  step: 14,
  ask: 15,
  shortAsk: 7,
  shortStep: 7,
  parting: 6,
  /** Of a retry or a snoozed call. */
  openerAndStep: 18,
  reason: 14,
  /** The opener of a wake check or a second check. */
  checkOpener: 15,
  /** Greeting to step together. */
  speech: Math.floor(((LONGEST_SPEECH_S - (MOST_PARTS - 1) * PAUSE_S) * WORDS_A_MINUTE) / 60),
} as const

/**
 * How many words it takes to say a text. A person's own text may hold what is longer than it looks: a word without
 * end counts as several, and so does a large number.
 */
export function countWords(text: string): number {
  const pieces = text.split(/[\s-]+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  return pieces.reduce((sum, piece) => sum + wordsIn(piece), 0)
}

/** How many seconds it takes to say these parts one after another; empty ones are not said. */
export function secondsToSay(parts: readonly string[]): number {
  const said = parts.filter((part) => part !== '')
  const words = said.reduce((sum, part) => sum + countWords(part), 0)
  return (words * 60) / WORDS_A_MINUTE + Math.max(0, said.length - 1) * PAUSE_S
}

const LONG_WORD = 12

function wordsIn(piece: string): number {
  const { length } = piece.replace(/[^\p{L}\p{N}]/gu, '')
  const digits = piece.replace(/\P{N}/gu, '').length
  if (digits > 2) return 2 * digits - 2 // 'two hundred and four'
  return Math.max(1, digits, length > LONG_WORD ? Math.ceil(length / 6) : 1)
}
