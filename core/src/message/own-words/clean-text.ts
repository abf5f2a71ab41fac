import { readableText } from '../../people/typed-text.ts'
import { APOSTROPHES } from '../spoken-name.ts'
import { spokenNumber, spokenOrdinal } from '../spoken-number.ts'
import { isAcronym } from './acronyms.ts'

const CAPITALS = /(?<!\p{L})\p{Lu}{4,}(?!\p{L})/gu
const TAG = /<\/?[a-z][^<>]*>/gi
/** Narrow blanks that group a number's digits: one group, or round thousands. More could be a phone number. */
const NARROW_GROUPS =
  /(?<![\d+(]\s?)[1-9]\d{0,2}(?:[\u00a0\u2007\u2009\u202f]\d{3}|(?:[\u00a0\u2007\u2009\u202f]\d{3})*[\u00a0\u2007\u2009\u202f]000)(?!\s?\d)/g
const EMOTICON = /(?<=^|\s)(?!XP)(?:[:;=xX]['-]?[)(DPpOo/\\|*]+|8-[)D]|[:<]3+|\^\^)(?=\s|$|[.,!?])/g

/** URLs with a protocol, 'www.' or a common domain, and email addresses. */
export const LINK =
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\S+@[\w-]+(?:\.[\w-]+)+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|edu|gov|io|app|dev|co|me|info|uk|ca|au|nz|ie|de|fr|eu)\b(?:\/\S*)?/gi

/** No markup, emoticons or invisible characters; plain quotes, and letters for ligatures ('ﬁ'). Line breaks stay. */
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
    .replace(/\b(I|we|you|u) <3+(?= \p{L})/giu, '$1 love')
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

/** Adds left-out apostrophes ('im', 'dont'), lowers shouted words, and turns Roman numerals into words. */
export function mended(unit: string): string {
  return MENDED.reduce((text, [form, full]) => text.replace(form, full), inSmallLetters(withRomanNumerals(unit)))
}

function inSmallLetters(text: string): string {
  const isShouted =
    !/\p{Ll}/u.test(text.replace(/(?<=\d)\p{Ll}+/gu, '')) &&
    /\p{Lu}{4}/u.test(text.replace(CAPITALS, (word) => (isAcronym(word) ? '' : word)))
  return text.replace(isShouted ? /\p{L}+/gu : CAPITALS, (word) => (isAcronym(word) ? word : word.toLowerCase()))
}

const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 }
const NUMERAL = String.raw`(?:X{1,3}|X?L|L(?:X{1,3})?|)(?:IX|IV|V?I{0,3})`
/** A numeral of two letters or more: 'I', 'V' and 'X' alone are also words and names. */
const LONGER = String.raw`(?=[IVXL]{2})(?!(?:XL|LI|XX|XXL)\b)(${NUMERAL})(?![\w-]|'(?!s\b))`
const RULERS =
  'Henry|Louis|Elizabeth|George|Edward|Charles|James|William|Richard|John|Paul|Pius|Benedict|Leo|Gregory|Francis|Napoleon|Philip|Philippe|Alexander|Nicholas|Peter|Catherine|Frederick|Ivan|Ramses|Ramesses|Ptolemy|Friedrich|Wilhelm|Felipe|Carlos|Juan|Alfonso|Gustav|Haakon|Harald|Olav|Mary|Margrethe|Rama|Clement|Innocent|Urban|Boniface|Sixtus|Julius|Constantine|Theodosius|Mehmed|Murad|Selim|Suleiman|Emmanuel|Emanuel|Albert|Leopold|Umberto|Cleopatra|Thutmose|Amenhotep|Darius|Xerxes|Christian|Otto|Rudolf|Maximilian|Joseph|Franz|Pedro|Stephen|Robert|Malcolm|Kenneth|Urban|Celestine|Adrian|Abdullah|Mohammed|Hassan|Hussein'
const PARTED =
  'chapter|part|act|scene|volume|vol|book|phase|stage|level|section|article|unit|type|grade|class|division|tier|episode|season|lesson|round|appendix|calculus|calc|physics|chemistry|chem|algebra|biology|spanish|french|german|statistics|stats|title'
    .split('|')
    .map((noun) => `[${noun[0]}${noun[0]!.toUpperCase()}]${noun.slice(1)}`)
    .join('|')
/** What may follow a numeral of one letter. */
const STOP = String.raw`(?=\s*(?:$|[.,;:!?)])|\s+(?:and|of|exam|essay|test|quiz|paper|notes|reading|lecture|midterm|final)\b)`

const number = (numeral: string): number =>
  [...numeral].reduce((sum, letter, index) => {
    const value = VALUES[letter]!
    return value < (VALUES[numeral[index + 1] ?? ''] ?? 0) ? sum - value : sum + value
  }, 0)

const nth = (all: string, name: string, numeral: string): string =>
  numeral === '' ? all : `${name} the ${spokenOrdinal(number(numeral))}`
const count = (all: string, name: string, numeral: string): string =>
  numeral === '' ? all : `${name} ${spokenNumber(number(numeral))}`

const WAR: Record<string, string> = { I: 'one', '1': 'one', II: 'two', '2': 'two' }

const RULES: readonly [RegExp, (all: string, name: string, numeral: string) => string][] = [
  [/(?<![\w'-])([IVX]+)(?= (?:century|centuries)\b)/g, (_all, numeral) => spokenOrdinal(number(numeral))],
  [/\b(WW)-?(I{1,2}|[12])\b/g, (_all, _name, numeral) => `World War ${WAR[numeral]}`],
  [/\b(super bowl|Super Bowl|SUPER BOWL) ([IVXL]+)(?![\w-]|'(?!s\b))/g, count],
  [new RegExp(String.raw`\b(${RULERS}|${RULERS.toUpperCase()})(?: the)? ${LONGER}`, 'g'), nth],
  [
    new RegExp(String.raw`\b(${RULERS}) ([VX])(?![\w-]|'(?!s\b))`, 'g'),
    (all, name, numeral) => (name === 'Malcolm' ? all : nth(all, name, numeral)),
  ],
  [new RegExp(String.raw`\b(${RULERS}) (I)${STOP}`, 'g'), nth],
  [
    new RegExp(
      String.raw`\b((?:${PARTED})) (?=[IVX])(?!IV (?:drip|line|fluid))(${NUMERAL})(?<!\bI)(?![\w-]|'(?!s\b))`,
      'g',
    ),
    count,
  ],
  [new RegExp(String.raw`\b([Cc]hapter|[Pp]art|[Aa]ct|[Vv]olume|[Bb]ook|[Pp]hase|[Ss]tage) (I)${STOP}`, 'g'), count],
  [/\b(iPhone|MacOS|Mac OS) (X)(?![\w-]|'(?!s\b))/g, count],
  [
    new RegExp(
      String.raw`(?<!\b(?:my|the|an|his|her) )(\b\p{Lu}[\p{L}\d']*) (?!IV (?:drip|line|fluid|bag|pole|therap|access|med))${LONGER}`,
      'gu',
    ),
    count,
  ],
]

/** Roman numerals behind a name in words: 'Henry VIII' → 'Henry the eighth', 'Rocky IV' → 'Rocky four'. */
function withRomanNumerals(text: string): string {
  return RULES.reduce((said, [form, spoken]) => said.replace(form, spoken), text)
}
