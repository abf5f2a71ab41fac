import { digitByDigit } from '../spoken-number.ts'
import { COUNTING } from './counted.ts'
import { pattern, type Step } from './steps.ts'

const EMERGENCY = '911|999|112|000|988'
const SHORT = `${EMERGENCY}|411|311|101|111|110|119|108`
const PHONE = String.raw`(?:call|dial|phone|ring|text)(?:s|ed|ing)?(?: the| me at| us at)?(?: number)?|emergency(?: number)?(?: is)?:?`
const NO_PART = String.raw`(?![\d:.,/%-]\d|[%\d])`
const NOT_BEFORE = String.raw`(?<![\w.,$£€₹¥-])`

const digitsOf = (all: string): string =>
  all
    .split(/\D+/)
    .filter((group) => group !== '')
    .map(digitByDigit)
    .join(' ')

/** Phone numbers: said digit by digit. What counts something ('call 999 customers') is none. */
export const DIALED: readonly Step[] = [
  [/(?<![\w.,-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w%]|[-.,/:]\d)/g, digitsOf],
  [
    pattern(
      String.raw`\b(${PHONE}) (\+?\(?\d{1,4}\)?(?:[-. ]\(?\d{2,4}\)?){1,4})(?=$|[^\p{L}\p{N}%/:-])(?!${COUNTING})`,
      'giu',
    ),
    (all, what = '', number = '') => (number.replaceAll(/\D/g, '').length < 7 ? all : `${what} ${digitsOf(number)}`),
  ],
  [
    pattern(
      String.raw`\b(${PHONE}) (${SHORT}|\d{3,5}(?! ?\p{L})|\d{3,5}(?= (?:now|if|when|whenever|again|immediately|for help)\b))${NO_PART}(?!${COUNTING})`,
      'giu',
    ),
    (_all, what = '', digits = '') => `${what} ${digitByDigit(digits)}`,
  ],
  [
    pattern(
      String.raw`${NOT_BEFORE}(?:(911|988)(?= (?:call|caller|operator|dispatcher|responder|line|shift|service)s\b)|(${EMERGENCY}|411|311)(?= (?:call|caller|operator|dispatch|dispatcher|trainer|training|center|centre|emergency|responder|hotline|line|shift)\b))`,
    ),
    (all) => digitByDigit(all),
  ],
  [/^(911|999|112|988|411)$|(?<![\w.,$£€-])911(?! ?[\w%°])/g, (digits) => digitByDigit(digits)],
]
