import { readableText } from '../../people/typed-text.ts'
import { APOSTROPHES } from '../spoken-name.ts'
import { isAcronym } from './acronyms.ts'
import { withRomanNumerals } from './roman-numerals.ts'

const CAPITALS = /(?<!\p{L})\p{Lu}{4,}(?!\p{L})/gu
const TAG = /<\/?[a-z][^<>]*>/gi
/** Blanks that keep a number together: one group, or round thousands; more could be a phone number. */
const NARROW_GROUPS =
  /(?<![\d+(]\s?)[1-9]\d{0,2}(?:[\u00a0\u2007\u2009\u202f]\d{3}|(?:[\u00a0\u2007\u2009\u202f]\d{3})*[\u00a0\u2007\u2009\u202f]000)(?!\s?\d)/g
const EMOTICON = /(?<=^|\s)(?!XP)(?:[:;=8xX]['-]?[)(DPpOo3/\\|*]+|<3+|\^\^|[xX]D+)(?=\s|$|[.,!?])/g

/** Web addresses, with a protocol, 'www.' or a common ending, and email addresses. */
export const LINK =
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\S+@[\w-]+\.\w+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|edu|gov|io|app|dev|co|me|info|uk|ca|au|nz|ie|de|fr|eu)\b(?:\/\S*)?/gi

/**
 * A person's text with one sign for each meaning: no markup, emoticons or invisible characters, compatible forms of letters
 * ('ﬁ') as the letters they are, plain quotes. Line ends stay.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[™®©℠]/g, '')
    .replace(/№|[Nn][º°](?= ?\d)/g, 'number ')
    .replace(/(?<=\d ?)º/g, '°')
    .replace(NARROW_GROUPS, (all) => all.replaceAll(/\D/g, "'"))
    .replace(/⁻?[⁰¹²³⁴⁵-⁹]+/g, (power) => `^${power}`)
    .replace(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign} `)
    .replace(APOSTROPHES, "'")
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Variation_Selector}|\u20e3/gu, '')
    .replace(/(?=\D)\p{Nd}/gu, readableText)
    .replace(/(?<=\d)[٫٬](?=\d)/g, (sign) => (sign === '٫' ? '.' : ','))
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]/gu, ' ')
    .replace(TAG, ' ')
    .replace(/[“”„«»″]/g, '"')
    .replace(/[‐‑]/g, '-')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/(?<!"[^"]*)(?<=\d) ?"/g, ' inches')
    .replace(/\bsq\. ?(ft|m|in|mi|km|yd)\b\.?/gi, 'sq $1')
    .replace(EMOTICON, ' ')
    .replace(/[^\S\n]+/g, ' ')
}

const I_WILL_DO =
  'be|do|get|go|have|make|never|not|always|finally|just|still|probably|only|start|feel|miss|regret|try|take|keep|see|sleep|stay|end|run|lose|pass|finish'
const MENDED: readonly [RegExp, string][] = [
  [/\bim\b/gi, "I'm"],
  [/\bive\b/gi, "I've"],
  [/\bid (?=(?:like|love|rather|be|have|never|prefer)\b)/gi, "I'd "],
  [new RegExp(`\\bill (?=(?:${I_WILL_DO})\\b)`, 'gi'), "I'll "],
  [/\b(do|does|did|is|was|are|were|have|has|had|would|could|should)nt\b/gi, "$1n't"],
  [/\b(ca|wo)nt\b/gi, "$1n't"],
  [/\b(that|what|it|let)s (?=(?:a|the|not|my|why|what|how|time|go|too|so)\b)/gi, "$1's "],
]

/**
 * A unit with the apostrophes that people leave out ('im' → "I'm", 'dont' → "don't"), small letters for shouted words, and
 * words for Roman numerals.
 */
export function mended(unit: string): string {
  return MENDED.reduce((text, [form, full]) => text.replace(form, full), inSmallLetters(withRomanNumerals(unit)))
}

function inSmallLetters(text: string): string {
  const isShouted =
    !/\p{Ll}/u.test(text.replace(/(?<=\d)\p{Ll}+/gu, '')) &&
    /\p{Lu}{4}/u.test(text.replace(CAPITALS, (word) => (isAcronym(word) ? '' : word)))
  return text.replace(isShouted ? /\p{L}+/gu : CAPITALS, (word) => (isAcronym(word) ? word : word.toLowerCase()))
}
