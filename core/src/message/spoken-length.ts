import { WAIT_AFTER_MESSAGE_S, WAIT_AFTER_REMINDER_S, type ScriptPart } from '../calls/call-script.ts'
import { textOf, type Sentence } from './sentence.ts'

const PAUSE_S = 0.2
const EARCON_S = 1.2

/** From greeting to step. A person who just woke up doesn't follow for longer. */
const LONGEST_SPEECH_S = 18
/** One billed minute, less some time to hang up. */
const LONGEST_SILENT_CALL_S = 52

/** The parts of a message, in spoken order. */
export const MESSAGE_PARTS = ['recording', 'greeting', 'note', 'why', 'struggle', 'step', 'ask'] as const
/** A follow-up's greeting says why it comes. A note replaces a first call's struggle and a retry's reason. */
export type MessageParts = Record<(typeof MESSAGE_PARTS)[number], Sentence[]>

/** What a call says around the message when nobody presses a key. */
type Around = Record<Extract<ScriptPart, 'name' | 'called' | 'shortAsk' | 'shortStep' | 'parting'>, Sentence[]>

/** How many words a text sounds like. Very long words and large numbers in a person's own text count as several. */
export function countWords(text: string): number {
  const pieces = text.split(/[\s-]+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  return pieces.reduce((sum, piece) => sum + wordsIn(piece), 0)
}

/** `pace`: words per minute. */
export function secondsToSay(texts: readonly string[], pace: number): number {
  const said = texts.filter((text) => text !== '')
  const words = said.reduce((sum, text) => sum + countWords(text), 0)
  return (words * 60) / pace + Math.max(0, said.length - 1) * PAUSE_S
}

/** Whether the speech up to the step, and a whole call without a key, are short enough. */
export function isWithinLimits(parts: MessageParts, around: Around, pace: number): boolean {
  const { greeting, note, why, struggle, step } = parts
  const speech = [greeting, note, why, struggle, step].map(textOf).join(' ')
  return (countWords(speech) * 60) / pace <= LONGEST_SPEECH_S && silentS(parts, around, pace) <= LONGEST_SILENT_CALL_S
}

/** Seconds from our first response to the end of a call without a key. */
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
