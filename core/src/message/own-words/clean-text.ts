import { APOSTROPHES } from '../spoken-name.ts'

const TAG = /<\/?[a-z][^<>]*>/gi
const EMOTICON = /(?<=^|\s)(?:[:;=8xX]['-]?[)(DPpOo3/\\|*]+|<3+|\^\^|[xX]D+)(?=\s|$|[.,!?])/g

/** Web addresses, with a protocol, 'www.' or a common ending, and email addresses. */
export const LINK =
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\S+@[\w-]+\.\w+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|edu|gov|io|app|dev|co|me|info|uk|ca|au|nz|ie|de|fr|eu)\b(?:\/\S*)?/gi

/**
 * A person's text with one sign for each meaning: no markup, emoticons or invisible characters, compatible forms of letters
 * ('ﬁ') as the letters they are, plain quotes. Line ends stay.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[½¼¾]/g, (sign) => ` ${sign} `)
    .replace(APOSTROPHES, "'")
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n]/gu, ' ')
    .replace(TAG, ' ')
    .replace(/[“”„«»″]/g, '"')
    .replace(/[‐‑]/g, '-')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/(?<=\d) ?"/g, ' inches')
    .replace(/⁄/g, '/')
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

/** A unit with the apostrophes that people leave out ('im' → "I'm", 'dont' → "don't"), and small letters for shouted words. */
export function mended(unit: string): string {
  return MENDED.reduce((text, [form, full]) => text.replace(form, full), inSmallLetters(unit))
}

function inSmallLetters(text: string): string {
  const isShouted = !/\p{Ll}/u.test(text) && /\p{Lu}{4}/u.test(text)
  return isShouted ? text.toLowerCase() : text.replace(/(?<!\p{L})\p{Lu}{4,}(?!\p{L})/gu, (word) => word.toLowerCase())
}
