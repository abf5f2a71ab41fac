import { countWords } from '../spoken-length.ts'
import { asSaid } from './as-said.ts'
import { cleanText, mended } from './clean-text.ts'
import { isGrave, isLeftOut, speaksOfSelfHarm } from './never-read-back.ts'
import { beginningOf, clausesOf, isSayable, sentencesIn, UNIT_WORDS, unitsOf } from './split-units.ts'
import { hasDecimalComma, type DateOrder } from './spoken-date.ts'

/** A unit of a person's text, as written and as calls say it; null if they leave it out. */
export type Heard = { written: string; said: string | null }

/** Where a voice's lead takes the person's own words. */
export const OWN = '{own}'

export const inLead = (lead: string, unit: string): string => lead.replace(OWN, () => unit)

const MOST_UNITS = 12

/** A word that's certainly said as written, which is quicker to find out than to say it. */
const ONE_WORD = /^(?!(?:etc|asap)\b)[a-z',!?]+$/

/** Without duplicates: in the second person, at most 18 words, no final period. At most 12 per text. */
export function ownUnits(texts: readonly (string | null)[], order: DateOrder): string[] {
  const said = texts.flatMap((text) => whatYouHear(text, order).units.flatMap((unit) => unit.said ?? []))
  return [...new Set(said)]
}

/** What calls make of a text, unit by unit, and whether it mentions self-harm. */
export function whatYouHear(text: string | null, order: DateOrder): { units: Heard[]; mentionsSelfHarm: boolean } {
  const clean = withPlainNumbers(cleanText(text ?? ''), order)
  const units = withQuotes(sentencesIn(clean)).flatMap(({ text: sentence, isQuoted }) => {
    const isKept = !isGrave(mended(sentence))
    const lengthAsSaid = (word: string) => countWords(ONE_WORD.test(word) ? word : asSaid(word, order))
    return clausesOf(sentence)
      .flatMap((clause) => unitsOf(clause, lengthAsSaid))
      .map((written) => ({ written, said: isKept ? saidAs(written, isQuoted, order) : null }))
  })
  const written = clean.trim()
  const nothing = written === '' ? [] : [{ written, said: null }]
  return {
    units: units.length > 0 ? atMost12(withoutShort(units)) : nothing,
    mentionsSelfHarm: speaksOfSelfHarm(mended(clean)),
  }
}

/** Marks sentences inside a quotation, even if its quotes are in other sentences, so that nobody rewrites them. */
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
  if (!isSayable(unit) || isLeftOut(unit)) return null
  const said = asSaid(isQuoted ? unit : inSecondPerson(unit), order)
  return beginningOf(said, UNIT_WORDS.most) || null
}

const lengthOf = ({ said }: Heard): number => countWords(said ?? '')

const fit = (one: Heard, other: Heard | undefined): boolean =>
  one.said !== null && other?.said != null && lengthOf(one) + lengthOf(other) <= UNIT_WORDS.most

/** Joins one or two words with a neighbor, if they have one: 'Family. Health. Money.' */
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

/** Joins short sentences, the shortest neighbors first, so that none is dropped. */
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

/** 'I' as a word: not in 'I-95', 'A.I.' or 'World War I'. */
const I = String.raw`(?<![\w.'-])(?<!\b(?:world war|calculus|calc|physics|chem|chemistry) )I(?![\w.-])`
const ADVERBS = String.raw`((?: (?:\w+ly|always|never|still|also|just|once|too|not|even|now|often))*)`

const rule = (pattern: string, spoken: string): [RegExp, string] => [new RegExp(pattern, 'gi'), spoken]

/** In this order: the longer forms first. */
const RULES: readonly [RegExp, string][] = [
  // 'I woke up and was late': the subject is still 'I'.
  rule(
    String.raw`(${I}(?:(?!\b(?:he|she|it|that|which|who|there|this|i|my \w+)\b)[^,])*\b(?:and|but)(?: (?:always|never|still|also|just|often|then))?) was\b`,
    '$1 were',
  ),
  rule(String.raw`${I}'m(?!\w)`, "you're"),
  rule(String.raw`${I}'(ve|d|ll)(?!\w)`, "you'$1"),
  rule(String.raw`${I}${ADVERBS} am\b`, 'you$1 are'),
  rule(String.raw`${I}${ADVERBS} wasn't\b`, "you$1 weren't"),
  rule(String.raw`${I}${ADVERBS} was\b`, 'you$1 were'),
  rule(String.raw`\bam ${I}`, 'are you'),
  rule(String.raw`\bwasn't ${I}`, "weren't you"),
  rule(String.raw`\bwas ${I}`, 'were you'),
  // 'I work nights and am tired': 'am' has only one subject. '9 am' is a time.
  rule(String.raw`(?<!\d ?)(?<![\w'])am(?![\w'.])`, 'are'),
  rule(I, 'you'),
  rule(String.raw`(?<![\w.'-])me(?! time\b)(?![\w-])`, 'you'),
  rule(String.raw`(?<!\boh )(?<![\w'])my(?![\w'-])`, 'your'),
  rule(String.raw`(?<!\b(?:a|the|this|coal|gold|salt) )(?<![\w'])mine(?![\w'])`, 'yours'),
  rule(String.raw`(?<![\w'])myself(?![\w'])`, 'yourself'),
]

const FIRST_PERSON = /(?<![\w.'-])(?:i|i'(?:m|ve|d|ll)|me|my|mine|myself)(?![\w.-])/i
const SECOND_PERSON = /(?<![\w'])(?:you\w*|ur?)(?![\w.])/i
/** Double quotes, or single ones around words, but not an apostrophe. */
const QUOTATION = /"|(?<=^|[\s(])'(?!(?:til|cause|em|n|bout|twas)\b)\p{L}[^']*(?:\w'\w[^']*)*'(?=$|[\s),.!?:])/u

/** 'I want my run' → 'you want your run'. A unit with 'you' or a quotation stays: its pronouns would mix up. */
function inSecondPerson(unit: string): string {
  if (!FIRST_PERSON.test(unit) || SECOND_PERSON.test(unit) || QUOTATION.test(unit)) return unit
  return RULES.reduce((said, [form, spoken]) => said.replace(form, spoken), unit)
}

const WHOLE = String.raw`(?<![\w.,'])[1-9]\d{0,2}`
const END = String.raw`(?!\d|[.,' ]\d)`
const MEASURED = String.raw` ?(?:hours?|hrs?|h|km|kilometers?|miles?|kg|kilos?|lbs?|m|meters?|l|liters?|%|€|£|\$|million|billion|degrees|°)(?!\p{L})`
const joined = (groups: string): string => groups.replaceAll(/\D/g, ',')

const BY_APOSTROPHES = new RegExp(String.raw`${WHOLE}(?:'\d{3})+(?!\d)`, 'g')
const BY_BLANKS = new RegExp(String.raw`(?<!\d ?|[+(] ?)${WHOLE}(?: \d{3})+(?!\d| \d|-\d)`, 'g')
const BY_DOTS = new RegExp(String.raw`${WHOLE}(?:\.\d{3})+${END}`, 'g')
const WITH_COMMA = String.raw`(?<![\w.,'])(\d+),(?=(?:\d{1,2}|\d{4,})(?![\d,])`
const DECIMAL_COMMA = new RegExp(`${WITH_COMMA})`, 'giu')
const MEASURED_COMMA = new RegExp(`${WITH_COMMA}${MEASURED})`, 'giu')

/** Rewrites numbers the English way, '1,000.5'. The person's country decides ambiguous ones. */
export function withPlainNumbers(text: string, order: DateOrder): string {
  const isComma = hasDecimalComma(order)
  return text
    .replace(/(?<![\w.,'])0,(?=\d)/g, '0.')
    .replace(BY_APOSTROPHES, joined)
    .replace(BY_BLANKS, (all: string, at: number, from: string) =>
      isGrouped(all, from.slice(at), isComma) ? joined(all) : all,
    )
    .replace(
      /(?<![\w.,'])(\d{1,3}(?:[.,]\d{3})+),(\d{1,2})(?![\d,])/g,
      (_all, whole, decimals) => `${joined(whole)}.${decimals}`,
    )
    .replace(order === 'month-first' ? MEASURED_COMMA : DECIMAL_COMMA, '$1.')
    .replace(BY_DOTS, (all) =>
      all.endsWith('.000') || (isComma && /^(?:\d{1,2}\.|\d+\.\d+$)/.test(all)) ? joined(all) : all,
    )
}

/** '12 500 steps', not '3 100 m sprints', '123 456' or a phone number. */
function isGrouped(digits: string, from: string, isComma: boolean): boolean {
  if (digits.endsWith('000') || /^[\d ]+,\d\d(?![\d,])/.test(from)) return true
  const groups = digits.split(' ')
  if (isComma) return groups[0]!.length < 3
  const isSprint = groups[0]!.length === 1 && /^[\d ]+ ?(?:m|meters?|metres?|yards?|yds?)\b/.test(from)
  return groups.length === 2 && /[05]0$/.test(digits) && !isSprint
}
