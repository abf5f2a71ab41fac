import { countWords } from '../spoken-length.ts'
import { LINK } from './clean-text.ts'

/** The most spoken words of a unit, and the fewest of a part of a longer sentence. */
export const UNIT_WORDS = { most: 18, fewest: 3 } as const

/** Stands for a period that doesn't end a sentence. Clean text has no control characters. */
const INNER = '\u0001'
/** Abbreviations with periods. The last period may also end a sentence if a capital letter follows. */
const DOTTED = /\b(?:[AaPp]\.[Mm]|e\.g|i\.e|[A-Z](?:\.[A-Z])+)(?:\.(?!\s+[A-Z]|$))?/g
const SHORTENED =
  /\b(?:[Dd]r|[Mm]rs?|[Mm]s|[Mm]t|[Pp]rof|[Ss]t|[JjSs]r|vs|approx|etc(?=\.\s+[^A-Z])|(?:[Nn]o|[Pp]p?|[Rr]s|[Vv]ol|[Cc]h|[Ff]ig|[Cc]a|kr|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?=\.\s*\d)|(?<=\d ?)(?:in|mins?|hrs?|secs?|lbs?|oz|mi|ft|yrs?)(?=\.\s+[a-z])|[A-HJ-Z](?=\.\s[A-Z]))\./g
const SENTENCE_END = /(?:[.!?]+["')\]]*(?=\s|$)|;+|(?<=\p{L}{2})[.!?]+(?=\p{L}{2}))/gu
const LIST_SIGN = /^\s*(?:\d{1,2}[.)]|[-*•·–—>]+)(?=\s)/

/** Splits a clean text at line breaks and . ! ? ; and drops list markers and the endings. */
export function sentencesIn(clean: string): string[] {
  const inner = (text: string) => text.replace(/[.!?;]/g, INNER)
  return clean
    .split('\n')
    .flatMap((line) => (/^\s*1[.)]\s/.test(line) ? line.split(/\s+(?=\d{1,2}[.)]\s)/) : [line]))
    .map((line) => line.replace(LIST_SIGN, '').replace(LINK, inner).replace(DOTTED, inner).replace(SHORTENED, inner))
    .flatMap((line) => line.replace(SENTENCE_END, (end) => `${end.includes('"') ? '"' : ''}\n`).split('\n'))
    .map((sentence) => sentence.replaceAll(INNER, '.').trim())
    .filter((sentence, index, all) => sentence !== '' && !(index < all.length - 1 && /^\d{1,2}$/.test(sentence)))
}

/** A letter that no voice says. */
const UNSAID = /(?![\p{Script=Latin}\p{Script=Common}π])\p{L}/u

/** Whether voices can say all words. Without one of them, the rest makes no sense ('Пробежать 5 км'). */
export const isSayable = (text: string): boolean => !UNSAID.test(text)

/** A sentence's clauses if voices can't say one of them; otherwise the whole sentence. */
export function clausesOf(sentence: string): string[] {
  if (isSayable(sentence)) return [sentence]
  return sentence.split(/[,:]\s|\s[-–—]+\s|[—()]/).filter((clause) => /[\p{L}\p{N}]/u.test(clause))
}

/** Words that a unit shouldn't end with. */
const DANGLING = new Set(
  "a an and as at be but by for from i i'm if in into is it's my no not of on or our so than that the their then this to very want was we when with your".split(
    ' ',
  ),
)
const CLAUSE_START = new Set(['because', 'but', 'before'])
/** Words that may start a phrase. 'to', 'of', 'as' and 'than' belong to the word before them. */
const PHRASE_START = new Set(
  'after at by during for from if in instead into on since through until when where which while who with without'.split(
    ' ',
  ),
)

const SIGN_WORDS: Record<string, string> = { '@': 'at', '&': 'and', 'w/': 'with' }

/**
 * Splits a sentence into parts of at most 18 words: at commas and conjunctions, else before a phrase, else anywhere but
 * after a dangling word. Keeps every word except 'and' and 'but' at a cut. `lengthOf`: how many words a word sounds like.
 */
export function unitsOf(sentence: string, lengthOf: (word: string) => number = countWords): string[] {
  const words = sentence.split(/\s+/).filter((word) => word !== '')
  const lengths = words.map(lengthOf)
  const units: string[] = []
  for (let start = 0; start < words.length;) {
    const end = start + cutOf(words.slice(start), lengths.slice(start))
    units.push(words.slice(start, end).join(' '))
    start = end
    while (start < words.length - 1 && /^(?:and|but|[-–—&])$/i.test(words[start]!)) start++
  }
  return units
}

/** As many words of a text as fit the limit when said. */
export function beginningOf(said: string, most: number): string {
  const words = said.split(' ')
  let count = 0
  const end = words.findIndex((word) => (count += countWords(word)) > most)
  return (end === -1 ? words : words.slice(0, end)).join(' ').replace(/[ ,'-]+$/, '')
}

/** The number of words in the first unit. */
function cutOf(words: readonly string[], lengths: readonly number[]): number {
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total <= UNIT_WORDS.most) return words.length
  const cuts: { end: number; before: number }[] = []
  for (let end = 1, before = 0; end < words.length; end++) {
    before += lengths[end - 1]!
    if (before <= UNIT_WORDS.most) cuts.push({ end, before })
  }
  const word = (index: number) =>
    SIGN_WORDS[words[index] ?? ''] ?? (words[index] ?? '').toLowerCase().replace(/[^\p{L}']/gu, '')
  const endsClause = ({ end }: { end: number }) =>
    /[,:)]$/.test(words[end - 1]!) ||
    /^[-–—]$/.test(words[end]!) ||
    CLAUSE_START.has(word(end)) ||
    (word(end) === 'so' && word(end + 1) === 'that')
  const kinds = [
    { isCut: endsClause, from: 5 },
    { isCut: ({ end }: { end: number }) => word(end) === 'and', from: 5 },
    { isCut: endsClause, from: UNIT_WORDS.fewest },
    { isCut: ({ end }: { end: number }) => PHRASE_START.has(word(end)), from: 8 },
    { isCut: () => true, from: UNIT_WORDS.fewest },
  ]
  for (const { isCut, from } of kinds) {
    const found = cuts.findLast(
      (cut) =>
        isCut(cut) && cut.before >= from && total - cut.before >= UNIT_WORDS.fewest && !DANGLING.has(word(cut.end - 1)),
    )
    if (found) return found.end
  }
  return cuts.at(-1)?.end ?? 1
}
