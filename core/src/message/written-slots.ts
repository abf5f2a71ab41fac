import { UNFIT_WORDS } from './unfit-words.ts'

/** Parts of a message that a writer may fill: the voice's greeting, why to get up all the same, and the first step. */
export type WrittenSlots = { opening: string; reason: string; action: string }

/** Words a slot may have; with name, time and keys a message then keeps the length of CALL-6. */
const WORDS: Record<keyof WrittenSlots, { least: number; most: number; sentences: number }> = {
  opening: { least: 4, most: 22, sentences: 2 },
  reason: { least: 12, most: 44, sentences: 4 },
  action: { least: 5, most: 16, sentences: 1 },
}
const SENTENCE_WORDS = 20

/** Plain English is full of these. A text without them is another language, or noise. */
const EVERYDAY = new Set(
  'a all and are as at be before but do for from get go have in into is it just now of on one only out so that the then there this to up was what when will with you your'.split(
    ' ',
  ),
)
const EVERYDAY_SHARE = 0.15

/**
 * What a writer delivered, when it may be spoken as it stands; null when anything about it is not as agreed. What it
 * was given includes a person's own words, so whatever comes back may be somebody's order to it: nothing is mended,
 * and the caller composes without it.
 */
export function acceptedSlots(delivered: unknown): WrittenSlots | null {
  if (typeof delivered !== 'object' || delivered === null) return null
  const slots: Partial<WrittenSlots> = {}
  for (const slot of ['opening', 'reason', 'action'] as const) {
    const text = (delivered as Record<string, unknown>)[slot]
    if (typeof text !== 'string' || !fits(text.trim(), WORDS[slot])) return null
    slots[slot] = text.trim()
  }
  return Object.keys(delivered).length === 3 && isEnglish(Object.values(slots).join(' '))
    ? (slots as WrittenSlots)
    : null
}

/** Whether none of these lines stands in a message that the person heard before; a first letter may be small in it. */
export function areNew(slots: WrittenSlots, messages: readonly string[]): boolean {
  const lines = Object.values(slots).map((text) => text.slice(1))
  return !messages.some((message) => lines.some((line) => message.includes(line)))
}

/** Whole sentences of plain letters: no digit, sign, markup or address can be in them. */
function fits(text: string, { least, most, sentences }: (typeof WORDS)[keyof WrittenSlots]): boolean {
  if (!/^[A-Z][A-Za-z' ,:;.!?-]*[.!?]$/.test(text) || /\s\s|[,:;.!?'-]{2}|[.,!?]\S/.test(text)) return false
  const all = text.split(/(?<=[.!?]) /)
  const count = wordsOf(text).length
  return (
    count >= least &&
    count <= most &&
    all.length <= sentences &&
    all.every((sentence) => /^[A-Z]/.test(sentence) && wordsOf(sentence).length <= SENTENCE_WORDS) &&
    wordsOf(text).every((word) => word.length <= 20) &&
    !UNFIT_WORDS.test(text) &&
    isEnglish(text)
  )
}

function isEnglish(text: string): boolean {
  const words = wordsOf(text).map((word) => word.toLowerCase())
  return words.filter((word) => EVERYDAY.has(word)).length >= words.length * EVERYDAY_SHARE
}

const wordsOf = (text: string): string[] => text.match(/[A-Za-z'-]+/g) ?? []
