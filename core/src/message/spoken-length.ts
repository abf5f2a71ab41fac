import { WAIT_AFTER_MESSAGE_S, WAIT_AFTER_REMINDER_S, type ScriptPart } from '../calls/call-script.ts'
import { textOf, type Sentence } from './sentence.ts'

const PAUSE_S = 0.2
const EARCON_S = 1.2

/** Greeting to step together: nobody just woken follows for longer. */
const LONGEST_SPEECH_S = 18
/** One billed minute, and some time to hang up. */
const LONGEST_SILENT_CALL_S = 52

/** The most words of the parts of a message (docs/waking.md); those of a first call are each voice's own. */
export const BUDGET = {
  note: 16,
  ask: 15,
  shortAsk: 7,
  shortStep: 7,
  parting: 6,
  /** Of a retry or a snoozed call. */
  openerAndStep: 18,
  reason: 14,
  /** The opener of a wake check or a second check. */
  checkOpener: 15,
} as const

/** What a message is made of, in the order in which it is said. */
export const MESSAGE_PARTS = ['recording', 'greeting', 'note', 'why', 'struggle', 'step', 'ask'] as const
/**
 * In a follow-up the greeting says why it comes, and what to do; an empty part is left out. A note comes in a first call,
 * without a struggle, and in a retry, instead of its reason.
 */
export type MessageParts = Record<(typeof MESSAGE_PARTS)[number], Sentence[]>

/** What is said around the message when nobody presses a key. */
type Around = Record<Extract<ScriptPart, 'name' | 'called' | 'shortAsk' | 'shortStep' | 'parting'>, Sentence[]>

/**
 * How many words it takes to say a text. A person's own text may hold what is longer than it looks: a word without
 * end counts as several, and so does a large number.
 */
export function countWords(text: string): number {
  const pieces = text.split(/[\s-]+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  return pieces.reduce((sum, piece) => sum + wordsIn(piece), 0)
}

/** How many seconds it takes to say these texts one after another, at so many words a minute; empty ones are not said. */
export function secondsToSay(texts: readonly string[], pace: number): number {
  const said = texts.filter((text) => text !== '')
  const words = said.reduce((sum, text) => sum + countWords(text), 0)
  return (words * 60) / pace + Math.max(0, said.length - 1) * PAUSE_S
}

/** Whether a call is within its limits (WAKE-2): speech up to the step, and the whole of it in silence. */
export function isWithinLimits(parts: MessageParts, around: Around, pace: number): boolean {
  const { greeting, note, why, struggle, step } = parts
  const speech = [greeting, note, why, struggle, step].map(textOf).join(' ')
  return (countWords(speech) * 60) / pace <= LONGEST_SPEECH_S && silentS(parts, around, pace) <= LONGEST_SILENT_CALL_S
}

/** Seconds from our first answer to the end of a call in which nobody presses a key. */
function silentS(parts: MessageParts, { name, called, shortAsk, shortStep, parting }: Around, pace: number): number {
  const say = (...said: Sentence[][]) => secondsToSay(said.map(textOf), pace)
  const notes = PAUSE_S + EARCON_S + PAUSE_S
  const message = say(...MESSAGE_PARTS.map((part) => parts[part]))
  return (
    PAUSE_S +
    (say(name) + notes + message + WAIT_AFTER_MESSAGE_S) +
    (notes + say(called, shortAsk) + WAIT_AFTER_REMINDER_S) +
    (notes + say(shortStep, shortAsk) + WAIT_AFTER_REMINDER_S) +
    (PAUSE_S + say(parting))
  )
}

const LONG_WORD = 12

function wordsIn(piece: string): number {
  const { length } = piece.replace(/[^\p{L}\p{N}]/gu, '')
  const digits = piece.replace(/\P{N}/gu, '').length
  if (digits > 2) return 2 * digits - 2 // 'two hundred and four'
  return Math.max(1, digits, length > LONG_WORD ? Math.ceil(length / 6) : 1)
}
