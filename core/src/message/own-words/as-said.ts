import { withAcronyms } from './acronyms.ts'
import type { DateOrder } from './spoken-date.ts'
import { withSpokenFigures } from './spoken-figures.ts'
import { oneOf } from './steps.ts'

/** Longer words are cut. */
const LONGEST_WORD = 30

/** As typed on a phone. In capitals they may mean something else: 'PPL split'. */
const IN_FULL: Record<string, string> = {
  b4: 'before',
  'b/w': 'between',
  gr8: 'great',
  luv: 'love',
  ppl: 'people',
  bday: 'birthday',
  'b-day': 'birthday',
  wknd: 'weekend',
  '2day': 'today',
  '2nite': 'tonight',
  '2morrow': 'tomorrow',
  tmrw: 'tomorrow',
  '4ever': 'forever',
  asap: 'A S A P',
  "gov't": 'government',
}
const SHORTENED = new RegExp(String.raw`(?<![\w'./-])(?:${oneOf(Object.keys(IN_FULL))})(?![\w'/-])`, 'gi')

const SHORT_FORMS: readonly [RegExp, string][] = [
  [/\bw\/o\b/gi, 'without'],
  [/(?<![\w/])[wW]\/(?=\s|\w)|(?<![\w'-])w (?=\p{Ll}{2})/gu, 'with '],
  [/\bb\/c\b|(?<![\w'-])bc(?= \p{L})/gu, 'because'],
  [/(?<![\w'.-])u(?![\w'.-])/g, 'you'],
  [/(?<![\w'.-])ur(?![\w'.-])/g, 'your'],
  [
    /(?<=\p{L} )4 (?=(?:my|your|our|his|her|their|me|you|us|him|them|myself|yourself|(?:work|school|class|breakfast|real)(?! \p{L}+s\b))\b)/giu,
    'for ',
  ],
  [
    /(?<=\b(?:go|going|gotta|get|want|need|able|have|try|trying|like|love|back|enough) )2 (?=(?:the|my|your|be|do|go|get|see|make|take|bed|school)\b)/gi,
    'to ',
  ],
  [/\be\.g\.?/gi, 'for example'],
  [/\bi\.e\.?/gi, 'that is'],
  [/\betc\b\.?/gi, 'et cetera'],
  [/\(s\)/g, 's'],
  [/(?<=\p{L}) > (?=\p{L})/gu, ' over '],
  [/\bvs\b\.?/gi, 'versus'],
  [/\band\/or\b/gi, 'and or'],
  [/\bno\. ?(?=\d)/gi, 'number '],
  [/\bp\. ?(?=\d)/gi, 'page '],
  [/\bpp\. ?(?=\d)/gi, 'pages '],
  [/\bvol\. ?(?=\d)/gi, 'volume '],
  [/\bch\. ?(?=\d)/gi, 'chapter '],
  [/\bNo(?=\d)/g, 'number '],
  [/# ?(?=\d)/g, 'number '],
  [/(?<=\d)ft(?=\d)/g, ' ft '],
  [/(?<=\d)'(\d{1,2})(?: inches|'')?(?![\w'])/g, ' foot $1'],
  [/(?<!'[^']*)(?<=\d)'(?![\w'])/g, ' feet'],
  [/(?<!\d ?)~ ?(?=\d)/g, 'about '],
  [/< ?(?=[$£€₹¥]?\d)/g, 'less than '],
  [/> ?(?=[$£€₹¥]?\d)/g, 'more than '],
]

/** Signs that remain once numbers are words. */
const SIGNS: readonly [RegExp, string][] = [
  [/\//g, ' or '],
  [/&/g, ' and '],
  [/\+/g, ' plus '],
  [/@/g, ' at '],
  [/=/g, ' equals '],
  [/%/g, ' percent '],
  [/\$+/g, ' dollars '],
  [/€+/g, ' euros '],
  [/£+/g, ' pounds '],
  [/₹+/g, ' rupees '],
  [/¥+/g, ' yen '],
  [/π/g, ' pi '],
  [/[•·|]/g, ', '],
  [/#(?=\p{L})/gu, ' hashtag '],
  [/[()[\]]|(?<=\s)[-–—]+(?=\s)|—|--+|:(?=\s)/g, ', '],
]

/** Words that keep two of a repeated letter ('coffeeee' → 'coffee'). */
const DOUBLED =
  /^(?:all|bed|been|call|coffee|cool|deep|drill|feel|food|free|full|good|green|happy|hill|keep|less|look|meet|miss|mood|need|off|room|school|see|sleep|soon|speed|still|sweet|tell|three|too|week|well|will)\b/i

/** A unit as the voices say it: Latin letters only, without figures, signs, emoji or repeated letters. May be empty. */
export function asSaid(unit: string, order: DateOrder): string {
  const inFull = unit.replace(SHORTENED, (short) => (/[A-Z]{2}/.test(short) ? short : IN_FULL[short.toLowerCase()]!))
  const spelled = SHORT_FORMS.reduce((text, [form, full]) => text.replace(form, full), inFull)
  const held = withAcronyms(spelled).replace(/[\p{L}']+/gu, withoutRepeatedLetters)
  const figures = withSpokenFigures(held, order)
  const words = SIGNS.reduce((text, [sign, word]) => text.replace(sign, word), figures)
    .replace(/(?!(?=\p{L})\p{Script=Latin})[^ ',-]/gu, ' ')
    .replace(/(?<![\p{L}])['-]+|['-]+(?![\p{L}'-])/gu, ' ')
  return tidy(words)
}

function withoutRepeatedLetters(word: string): string {
  if (!/(\p{L})\1{2}/iu.test(word) || /^[IVX]+$/.test(word)) return word
  const doubled = word.replace(/(\p{L})\1{2,}/giu, '$1$1')
  return DOUBLED.test(doubled) ? doubled : word.replace(/(\p{L})\1{2,}/giu, '$1')
}

function tidy(text: string): string {
  return text
    .split(/\s+/)
    .map((word) => word.slice(0, LONGEST_WORD))
    .join(' ')
    .replace(/ (?=,)/g, '')
    .replace(/,[, ]*/g, ', ')
    .replace(/^[ ,'-]+|[ ,'-]+$/g, '')
}
