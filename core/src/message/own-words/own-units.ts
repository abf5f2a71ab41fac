import { countWords } from '../spoken-length.ts'
import { asSaid } from './as-said.ts'
import { cleanText, mended } from './clean-text.ts'
import { isGrave, isLeftOut, speaksOfSelfHarm } from './never-read-back.ts'
import { inSecondPerson } from './second-person.ts'
import { beginningOf, sentencesIn, UNIT_WORDS, unitsOf } from './split-units.ts'
import type { DateOrder } from './spoken-date.ts'
import { withPlainNumbers } from './written-numbers.ts'

/** A unit of a person's text, and how the phone says it; null when it is not read aloud. */
export type Heard = { written: string; said: string | null }

const MOST_UNITS = 12

/**
 * The speakable units of a person's texts, as they are said to that person (WAKE-33), each once: in the second person, at most
 * 18 words, without a final full stop. At most 12 units a text.
 */
export function ownUnits(texts: readonly (string | null)[], order: DateOrder): string[] {
  const said = texts.flatMap((text) => whatYouHear(text, order).units.flatMap((unit) => unit.said ?? []))
  return [...new Set(said)]
}

/** What becomes of a text on the phone, unit by unit, and whether its words are of self-harm. */
export function whatYouHear(text: string | null, order: DateOrder): { units: Heard[]; mentionsSelfHarm: boolean } {
  const clean = withPlainNumbers(cleanText(text ?? ''), order)
  const units = withQuotes(sentencesIn(clean)).flatMap(({ text: sentence, isQuoted }) => {
    const isKept = !isGrave(mended(sentence))
    return unitsOf(sentence, (word) => countWords(asSaid(word, order))).map((written) => ({
      written,
      said: isKept ? saidAs(written, isQuoted, order) : null,
    }))
  })
  const nothing = clean.trim() === '' ? [] : [{ written: clean.trim(), said: null }]
  return {
    units: units.length > 0 ? atMost12(withoutShort(units)) : nothing,
    mentionsSelfHarm: speaksOfSelfHarm(mended(clean)),
  }
}

/** Sentences inside a quotation are quoted as they stand, even when its signs stand in other ones. */
function withQuotes(sentences: readonly string[]): { text: string; isQuoted: boolean }[] {
  const signs = sentences.map((sentence) => sentence.split('"').length - 1)
  const isPaired = signs.reduce((sum, count) => sum + count, 0) % 2 === 0
  let before = 0
  return sentences.map((text, index) => {
    const isQuoted = signs[index]! > 0 || (isPaired && before % 2 === 1)
    before += signs[index]!
    return { text, isQuoted }
  })
}

function saidAs(written: string, isQuoted: boolean, order: DateOrder): string | null {
  const unit = mended(written)
  if (isLeftOut(unit)) return null
  const said = asSaid(isQuoted ? unit : inSecondPerson(unit), order)
  return beginningOf(said, UNIT_WORDS.most) || null
}

const lengthOf = ({ said }: Heard): number => countWords(said ?? '')

/** Whether two neighbours make one unit. */
const fit = (one: Heard | undefined, other: Heard | undefined): boolean =>
  one?.said != null && other?.said != null && lengthOf(one) + lengthOf(other) <= UNIT_WORDS.most

/** One or two words make a unit with a neighbour: 'Family. Health. Money.' Alone, they are said alone. */
function withoutShort(units: readonly Heard[]): Heard[] {
  const joined: Heard[] = []
  for (const unit of units) {
    const last = joined.at(-1)
    const isShort = lengthOf(unit) < UNIT_WORDS.fewest || (last !== undefined && lengthOf(last) < UNIT_WORDS.fewest)
    if (isShort && last && fit(last, unit)) joined[joined.length - 1] = join(last, unit)
    else joined.push(unit)
  }
  return joined
}

/** Many short sentences share a unit, the shortest neighbours first, so that none is dropped. */
function atMost12(units: readonly Heard[]): Heard[] {
  const kept = [...units]
  const spoken = () => kept.filter(({ said }) => said !== null).length
  while (spoken() > MOST_UNITS) {
    const pairs = kept.flatMap((unit, index) => (fit(unit, kept[index + 1]) ? [index] : []))
    const shortest = pairs.toSorted((a, b) => pairLength(kept, a) - pairLength(kept, b))[0]
    if (shortest === undefined) return firstSpoken(kept)
    kept.splice(shortest, 2, join(kept[shortest]!, kept[shortest + 1]!))
  }
  return kept
}

const pairLength = (units: readonly Heard[], index: number) => lengthOf(units[index]!) + lengthOf(units[index + 1]!)

function firstSpoken(units: readonly Heard[]): Heard[] {
  const said = units.filter((unit) => unit.said !== null)
  const tooMany = new Set(said.slice(MOST_UNITS))
  return units.map((unit) => (tooMany.has(unit) ? { ...unit, said: null } : unit))
}

const join = (one: Heard, other: Heard): Heard => ({
  written: `${one.written}. ${other.written}`,
  said: `${one.said}, ${other.said}`,
})
