import { dayNumber } from '../../time/calendar.ts'
import { spokenNumber, spokenOrdinal, spokenYear } from '../spoken-number.ts'

/** Which number of '3/5' is the month, and how a person writes decimals. Where a comma does, the day also comes first. */
export type DateOrder = 'month-first' | 'day-first' | 'decimal-comma'

/** Calling codes of most of Europe, Latin America and Asia's former colonies, where a dot groups digits. */
const DECIMAL_COMMA =
  /^\+(?:2(?:12|13|16|21|25|37|44|58)|3(?:0|1|2|3|4|51|52|54|58|59|6|70|71|72|73|75|80|81|82|83|85|86|87|89|9)|4(?:0|20|21|3|5|6|7|8|9)|5(?:4|5|6|7|8|91|93|95|98)|62|7|84|90|99[2568])/

/** By the country of a phone number; day first without one. */
export function dateOrderOf(phone: string | null): DateOrder {
  if (phone?.startsWith('+1') === true) return 'month-first'
  return DECIMAL_COMMA.test(phone ?? '') ? 'decimal-comma' : 'day-first'
}

export const hasDecimalComma = (order: DateOrder): boolean => order === 'decimal-comma'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** 'March fifth' or 'the third of May'; null for a date that doesn't exist. */
function spokenDate(year: number | null, month: number, day: number, order: DateOrder): string | null {
  const pad = (number: number) => String(number).padStart(2, '0')
  if (dayNumber(`${year ?? 2000}-${pad(month)}-${pad(day)}`) === null) return null
  const [name, nth] = [MONTHS[month - 1]!, spokenOrdinal(day)]
  const spoken = order === 'month-first' ? `${name} ${nth}` : `the ${nth} of ${name}`
  return year === null ? spoken : `${spoken} ${spokenYear(year)}`
}

/** '3/5' in the person's order, or in the other one if the date doesn't exist. */
function inOrder(first: number, second: number, year: number | null, order: DateOrder): string | null {
  const monthFirst = spokenDate(year, first, second, order)
  const dayFirst = spokenDate(year, second, first, order)
  return order === 'month-first' ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
}

const ISO_DATE = /(?<![\d-])((?:19|20)\d\d)-(\d\d)-(\d\d)(?![\d-])/g
const WITH_YEAR = /(?<![\d./-])\d{1,2}(?:\/\d{1,2}\/|\.\d{1,2}\.|-\d{1,2}-)(?:(?:19|20)\d\d|\d\d)(?![\d./-]*\d)/g
const WITHOUT_YEAR = String.raw`(?<![\d./])(\d{1,2})\/(\d{1,2})(?![\d/]*\d)`
const AFTER_DAY_WORD = String.raw`(?<=\b(?:on|by|due|until|till|before|after|since|from|to|starting|starts|ends) )`
const PARTS: Record<string, string> = { '2': 'half', '4': 'quarter' }
/** Fractions unless they're a day ('on 1/2'). Others are fractions only before what they're a part of. */
const COMMON = /^(?:1\/[2-4]|2\/3|3\/4)$/
const OF_WHAT = String.raw`(?= (?:of|cups?|inch|inches|miles?|hours?|teaspoons?|tablespoons?|tsp|tbsp|pounds?|lbs?|oz|ounces?|liters?|litres?|gallons?|km|kilometers?|a|an|full|done|finished)\b)`

const TIME_SIGNATURE =
  /(?<![\d./])(?!1\/2)(\d{1,2})\/(2|4|8|16)(?= (?:time|meter|beat|rhythm|groove|measure|bar|waltz|swing)s?\b)/gi
/** Two numbers that name a place or a thing, or tell how far along a person is, rather than a date. */
const NUMBERED =
  /\b(room|rm|gate|flat|apt|apartment|unit|suite|house|building|hall|lab|platform|track|bus|line|route|seat|row|desk|bay|box|number|ticket|order|case|invoice|locker|bed|table) (\d{1,4})\/(\d{1,4})(?![\d/])/gi
const PROGRESS =
  /\b(day|chapter|lesson|part|episode|step|page|set|round|level|lap|rep|question|task|module|volume|stage|phase|attempt) (\d{1,3})\/(\d{1,3})(?![\d/])/gi

/** '2/3' → 'two thirds', '1/2' → 'half'; null if people don't say it that way. */
function spokenFraction(part: number, whole: number): string | null {
  if (part < 1 || part >= whole || whole > 100) return null
  if (whole === 2) return 'half'
  const name = PARTS[whole] ?? spokenOrdinal(whole)
  return `${spokenNumber(part)} ${part === 1 ? name : `${name}s`}`
}

const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
/** The first that begins so: 'T' is Tuesday, 'S' Sunday. */
const dayOf = (start: string): string => DAYS.find((name) => name.startsWith(start))!
const LETTER = /Tu|Th|Sa|Su|[MTWF]/g
/** 'MWF', 'T/Th' */
const LETTERS_IN_A_ROW = /\b(?:M\/?T\/?W\/?Th\/?F|M\/?W\/?F|Tu?\/?Th)\b/g
const LETTERS_OF_A_RANGE = /\b(M|Tu|W|Th|F)[-–](W|Th|F|Sa|Su)\b/g
const SHORT_DAY = String.raw`\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|(?<!the )Sun)\b`
/** 'Wed', 'Sat' and 'Sun' are also words, except beside other days. */
const SHORT_DAYS = new RegExp(
  String.raw`\b(?:Mon|Tues?|Thu(?:rs?)?|Fri)\b\.?|(?<=\b(?:on|every|each|this|next|by) |${SHORT_DAY}.*)${SHORT_DAY}\.?|${SHORT_DAY}\.?(?=.*${SHORT_DAY})`,
  'g',
)
const SHORT_MONTH = '(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)'
/** Short months are also names. */
const SHORT_MONTHS = new RegExp(
  String.raw`\bSept\b\.?|\b${SHORT_MONTH}\b\.?(?= ?\d{1,2}(?!\d)| (?:19|20)\d\d\b)|(?<=\b(?:in|by|since|until|till|early|late|mid|end of|next|last) |\d )${SHORT_MONTH}\b\.?`,
  'g',
)
/** Neither an amount ('March 5 miles') nor the start of a range. */
const MONTH_AND_DAY = new RegExp(
  String.raw`\b(${MONTHS.join('|')}) (\d{1,2})(?![\d:%]|[.,/–-]\d|st|nd|rd|th| ?(?:[ap]\.?m|k|km|h|min|x)\b| (?:and|or|&|to) \d| \p{L}{2,}s\b)`,
  'gu',
)
const DAY_AND_MONTH = new RegExp(
  String.raw`(?<![\d:./$–-] ?|\d,)\b(\d{1,2}) (${MONTHS.join('|')})\b(?! \p{L}{2,}s\b)`,
  'gu',
)

/** Weekdays and months in full, and their days as ordinals. */
function withSpokenDays(text: string, order: DateOrder): string {
  const inFull = (all: string, month: string, day: string) =>
    spokenDate(null, MONTHS.indexOf(month) + 1, Number(day), order) ?? all
  return text
    .replace(LETTERS_IN_A_ROW, (letters) =>
      letters
        .match(LETTER)!
        .map((letter) => dayOf(letter))
        .join(', '),
    )
    .replace(LETTERS_OF_A_RANGE, (_all, from: string, to: string) => `${dayOf(from)} to ${dayOf(to)}`)
    .replace(SHORT_DAYS, (day) => dayOf(day.slice(0, 3)))
    .replace(/(?<=day) ?[-–] ?(?=[A-Z][a-z]+day\b)/g, ' to ')
    .replace(SHORT_MONTHS, (month) => MONTHS.find((name) => name.startsWith(month.slice(0, 3)))!)
    .replace(MONTH_AND_DAY, inFull)
    .replace(DAY_AND_MONTH, (all: string, day: string, month: string) => inFull(all, month, day))
}

/** Turns dates, fractions and other slashed numbers into words. */
export function withSpokenDates(text: string, order: DateOrder): string {
  return withSpokenDays(text, order)
    .replace(TIME_SIGNATURE, '$1 $2')
    .replace(NUMBERED, '$1 $2 slash $3')
    .replace(PROGRESS, (all: string, what: string, one: string, other: string) =>
      Number(one) <= Number(other) ? `${what} ${one} out of ${other}` : all,
    )
    .replace(ISO_DATE, (all, year, month, day) => spokenDate(Number(year), Number(month), Number(day), order) ?? all)
    .replace(WITH_YEAR, (all) => {
      const [first, second, year = ''] = all.split(/[./-]/)
      const full = year.length === 2 ? 2000 + Number(year) : Number(year)
      return inOrder(Number(first), Number(second), full, order) ?? all
    })
    .replace(/(?<=\d)[ -]+(\d{1,2})[/⁄](\d{1,2})(?![/\d])/g, (all, part, whole) => {
      const fraction = spokenFraction(Number(part), Number(whole))
      return fraction === null ? all : ` and ${fraction.replace(/^(?:one |(?=half))/, 'a ')}`
    })
    .replace(
      /(?<!\d)(\d{1,3})⁄(\d{1,3})(?!\d)/g,
      (_all, part, whole) => spokenFraction(Number(part), Number(whole)) ?? `${part} over ${whole}`,
    )
    .replaceAll('⁄', '/')
    .replace(new RegExp(AFTER_DAY_WORD + WITHOUT_YEAR, 'gi'), (all: string, first: string, second: string) => {
      return inOrder(Number(first), Number(second), null, order) ?? all
    })
    .replace(/(?<![\d/])(\d)\/5(?= stars?\b)/g, '$1 out of 5')
    .replace(new RegExp(WITHOUT_YEAR + OF_WHAT, 'gi'), (all: string, first: string, second: string) => {
      const isWhole = first === second
      return isWhole ? `${first} out of ${second}` : (spokenFraction(Number(first), Number(second)) ?? all)
    })
    .replace(new RegExp(WITHOUT_YEAR, 'g'), (all: string, first: string, second: string) => {
      if (COMMON.test(all)) return spokenFraction(Number(first), Number(second)) ?? all
      if (second === '10') return `${first} out of 10`
      if (first === second && Number(first) > 12) return `${first} ${second}`
      return inOrder(Number(first), Number(second), null, order) ?? all
    })
    .replace(/(?<![\d/])(\d{1,3})\/(\d{2,3})(?![\d/])/g, (_all, one, other) =>
      Number(one) <= Number(other) ? `${one} out of ${other}` : `${one} over ${other}`,
    )
}
