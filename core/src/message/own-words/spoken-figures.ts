import { digitByDigit, spokenNumber, spokenOrdinal, spokenYear } from '../spoken-number.ts'
import { spokenTime } from '../spoken-time.ts'
import { withSpokenDates, type DateOrder } from './spoken-date.ts'

const AMOUNT = String.raw`(\d+(?:\.\d+)?)`
const MONEY: Record<string, [one: string, more: string]> = {
  $: ['dollar', 'dollars'],
  '£': ['pound', 'pounds'],
  '€': ['euro', 'euros'],
}
const UNITS: Record<string, [one: string, more: string]> = {
  k: ['K', 'K'],
  km: ['kilometer', 'kilometers'],
  kms: ['kilometer', 'kilometers'],
  m: ['meter', 'meters'],
  cm: ['centimeter', 'centimeters'],
  mi: ['mile', 'miles'],
  ft: ['foot', 'feet'],
  kg: ['kilo', 'kilos'],
  kgs: ['kilo', 'kilos'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  ml: ['milliliter', 'milliliters'],
  l: ['liter', 'liters'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  sec: ['second', 'seconds'],
  secs: ['second', 'seconds'],
  h: ['hour', 'hours'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
  yr: ['year', 'years'],
  yrs: ['year', 'years'],
  kcal: ['calorie', 'calories'],
}
const SIZES: Record<string, string> = { k: ' thousand', m: ' million' }
const PERIODS: Record<string, string> = { wk: 'week', mo: 'month', yr: 'year', hr: 'hour', min: 'minute' }
/** What has a number that is read out digit by digit when it is a long one. */
const NUMBERED =
  'room|rm|gate|flight|bus|platform|train|tram|track|seat|route|line|suite|apartment|apt|unit|desk|bay|stand|hall|lab|class|course|highway|building|no\\.|number'

/** The numbers of a text as they are said: no digit is left (WAKE-33). */
export function withSpokenFigures(text: string, order: DateOrder): string {
  let plain = text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  if (order === 'day-first') plain = plain.replace(/(?<=\d),(?=\d{1,2}(?!\d))/g, '.') // '1,5'
  return restInWords(withMeasures(withTimes(withSpokenDates(plain, order))))
}

function withTimes(text: string): string {
  const clock = (hour: string, minute: string) => spokenTime(`${hour.padStart(2, '0')}:${minute}`)
  const half = (letter: string) => `${letter.toUpperCase()} M`
  const hour = String.raw`([01]?\d|2[0-3])`
  const of12 = String.raw`(1[0-2]|0?[1-9])`
  return text
    .replace(/(?<![\w.])0([1-9])([0-5]\d)(?![\w.])/g, (_all, h, m) =>
      m === '00' ? `oh ${spokenNumber(Number(h))} hundred` : `oh ${clock(h, m)}`,
    )
    .replace(/(?<=\d ?(?:[ap]\.?m\.?)?) ?[-–—] ?(?=\d)/gi, ' to ')
    .replace(new RegExp(String.raw`(?<![\d:.])${of12}[:.]([0-5]\d) ?([ap])\.? ?m\b\.?`, 'gi'), (_all, h, m, letter) =>
      m === '00' ? `${spokenNumber(Number(h))} ${half(letter)}` : `${clock(h, m)} ${half(letter)}`,
    )
    .replace(
      new RegExp(String.raw`(?<![\d:.])${of12} ?([ap])\.? ?m\b\.?`, 'gi'),
      (_all, h, letter) => `${spokenNumber(Number(h))} ${half(letter)}`,
    )
    .replace(new RegExp(String.raw`(?<![\d:.])${hour}[:h]([0-5]\d)(?![\d:])`, 'g'), (_all, h, m) => clock(h, m))
    .replace(
      new RegExp(String.raw`\b(at|by|until|till|before|from|around) ${hour}\.([0-5]\d)(?![\d.%])`, 'gi'),
      (_all, at, h, m) => `${at} ${clock(h, m)}`,
    )
}

function withMeasures(text: string): string {
  const named = ([one, more]: [string, string], amount: string, size = '') =>
    `${inWords(amount)}${SIZES[size.toLowerCase()] ?? ''} ${amount === '1' && size === '' ? one : more}`
  const units = Object.keys(UNITS).join('|')
  return text
    .replace(
      new RegExp(String.raw`([$£€]) ?(\d+)\.(\d\d)(?!\d)`, 'g'),
      (_all, sign, whole, cents) =>
        `${named(MONEY[sign]!, whole)}${cents === '00' ? '' : ` ${spokenNumber(Number(cents))}`}`,
    )
    .replace(new RegExp(String.raw`([$£€]) ?${AMOUNT}(?:([km])\b)?`, 'gi'), (_all, sign, amount, size) =>
      named(MONEY[sign]!, amount, size),
    )
    .replace(new RegExp(String.raw`${AMOUNT}([km])? ?([$£€])`, 'gi'), (_all, amount, size, sign) =>
      named(MONEY[sign]!, amount, size),
    )
    .replace(new RegExp(String.raw`${AMOUNT} ?%`, 'g'), (_all, amount) => `${inWords(amount)} percent`)
    .replace(/(\d+) ?x ?(\d+)\b/gi, (_all, times, each) => `${inWords(times)} times ${inWords(each)}`)
    .replace(/(?<![\w.])(?:(\d+)x|x(\d+))(?!\w)/gi, (_all, before, after) => often(before ?? after))
    .replace(
      new RegExp(String.raw`(?<![\w.])${AMOUNT}-(${units})(?![\w'])`, 'gi'),
      (_all, amount, unit) => `${inWords(amount)} ${UNITS[unit.toLowerCase()]![0]}`,
    )
    .replace(new RegExp(String.raw`(?<![\w.])${AMOUNT} ?(${units})(?![\w'])`, 'gi'), (_all, amount, unit) =>
      named(UNITS[unit.toLowerCase()]!, amount),
    )
    .replace(/ ?\/ ?(day|night|morning|week|wk|month|mo|year|yr|hour|hr|minute|min)\b/gi, (_all, period: string) => {
      const name = PERIODS[period.toLowerCase()] ?? period
      return `${name === 'hour' ? ' an' : ' a'} ${name}`
    })
}

function often(times: string): string {
  return { '1': 'once', '2': 'twice' }[times] ?? `${inWords(times)} times`
}

function restInWords(text: string): string {
  return text
    .replace(/(?<![\w.])(\d{1,6})(?:st|nd|rd|th)\b/gi, (_all, number) => spokenOrdinal(Number(number)))
    .replace(/(?<![\w.])([2-9]0)'?s\b/g, (_all, number) => spokenNumber(Number(number)).replace(/y$/, 'ies'))
    .replace(
      new RegExp(String.raw`\b(${NUMBERED})(?: ?#?)([a-z]{0,2}) ?(\d{3,})\b`, 'gi'),
      (_all, what, letters, digits) => [what, letters, digitByDigit(digits)].join(' '),
    )
    .replace(/(?<=\p{L})-?(\d{3,})(?!\d)/gu, (_all, digits) => ` ${digitByDigit(digits)}`)
    .replace(/(?<=\p{L})-?(?=\d)/gu, ' ')
    .replace(/\d+(?:\.\d+)?/g, (amount) => ` ${isYear(amount) ? spokenYear(Number(amount)) : inWords(amount)} `)
}

const isYear = (amount: string): boolean => /^(?:19|20)\d\d$/.test(amount)

/** '3.5' → 'three point five'; what starts with a zero or has six digits is read out. */
function inWords(amount: string): string {
  const [whole = '', decimals] = amount.split('.')
  const before = /^0\d|^\d{6}/.test(whole) ? digitByDigit(whole) : spokenNumber(Number(whole))
  return decimals === undefined ? before : `${before} point ${digitByDigit(decimals)}`
}
