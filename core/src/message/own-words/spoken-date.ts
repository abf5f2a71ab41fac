import { dayNumber } from '../../time/calendar.ts'
import { spokenOrdinal, spokenYear } from '../spoken-number.ts'

/** Which number of '3/5' is the month. */
export type DateOrder = 'month-first' | 'day-first'

/** As people write dates where this phone number is from; day first without one. */
export function dateOrderOf(phone: string | null): DateOrder {
  return phone?.startsWith('+1') === true ? 'month-first' : 'day-first'
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** 'March fifth' or 'the third of May', with a year when one is given; null when there is no such day. */
function spokenDate(year: number | null, month: number, day: number, order: DateOrder): string | null {
  const pad = (number: number) => String(number).padStart(2, '0')
  if (dayNumber(`${year ?? 2000}-${pad(month)}-${pad(day)}`) === null) return null
  const [name, nth] = [MONTHS[month - 1]!, spokenOrdinal(day)]
  const spoken = order === 'month-first' ? `${name} ${nth}` : `the ${nth} of ${name}`
  return year === null ? spoken : `${spoken} ${spokenYear(year)}`
}

/** '3/5' in either order: in the other one when there is no such day in the first. */
function inOrder(first: number, second: number, year: number | null, order: DateOrder): string | null {
  const monthFirst = spokenDate(year, first, second, order)
  const dayFirst = spokenDate(year, second, first, order)
  return order === 'month-first' ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
}

const ISO_DATE = /(?<![\d-])((?:19|20)\d\d)-(\d\d)-(\d\d)(?![\d-])/g
const WITH_YEAR = /(?<![\d./-])\d{1,2}(?:\/\d{1,2}\/|\.\d{1,2}\.|-\d{1,2}-)(?:(?:19|20)\d\d|\d\d)(?![\d./-]*\d)/g
const WITHOUT_YEAR = String.raw`(?<![\d./])(\d{1,2})\/(\d{1,2})(?![\d/]*\d)`
const AFTER_DAY_WORD = String.raw`(?<=\b(?:on|by|due|until|till|before|after|since|from|to|starting|starts|ends) )`
const FRACTIONS: Record<string, string> = {
  '1/2': 'half',
  '1/3': 'one third',
  '2/3': 'two thirds',
  '1/4': 'one quarter',
  '3/4': 'three quarters',
}
/** The dates, fractions and other slashed numbers of a text, in words; '24/7' is no date. */
export function withSpokenDates(text: string, order: DateOrder): string {
  return text
    .replace(/(?<![\d/])(24)\/(7)(?![\d/])/g, 'twenty-four seven')
    .replace(ISO_DATE, (all, year, month, day) => spokenDate(Number(year), Number(month), Number(day), order) ?? all)
    .replace(WITH_YEAR, (all) => {
      const [first, second, year = ''] = all.split(/[./-]/)
      const full = year.length === 2 ? 2000 + Number(year) : Number(year)
      return inOrder(Number(first), Number(second), full, order) ?? all
    })
    .replace(/(?<=\d)[ ]+(?=[13]\/[24](?![\d/]))/g, ' and a ')
    .replace(/ and a 1\/2/g, ' and a half')
    .replace(new RegExp(AFTER_DAY_WORD + WITHOUT_YEAR, 'gi'), (all: string, first: string, second: string) => {
      return inOrder(Number(first), Number(second), null, order) ?? all
    })
    .replace(new RegExp(WITHOUT_YEAR, 'g'), (all: string, first: string, second: string) => {
      if (FRACTIONS[all] !== undefined) return FRACTIONS[all]
      if (second === '10') return `${first} out of 10`
      if (first === second && Number(first) > 12) return `${first} ${second}`
      return inOrder(Number(first), Number(second), null, order) ?? all
    })
}
