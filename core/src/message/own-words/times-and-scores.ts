import { spokenTime } from '../spoken-number.ts'
import { inWords, UNITS } from './amounts.ts'
import { NO_PLURAL, oneOf, pattern, type Step } from './steps.ts'

const HOUR = String.raw`([01]?\d|2[0-3])`
const OF_12 = String.raw`(1[0-2]|0?[1-9])`
const MINUTE = String.raw`([0-5]\d)`
const HALF = String.raw`([ap])\.? ?m\b\.?`
const NOT_IN_NUMBER = String.raw`(?<![\d:.,])`
const AT = 'at|by|until|till|before|from|between|around|since|after'
const MEASURE = oneOf([...UNITS.keys(), ...[...UNITS.values()].flat(), 'inch', 'inches'])
/** None of these, which may follow an amount with two decimals, follows a time of day. */
const NO_AMOUNT = String.raw`(?![\d.]| ?[%$£€₹¥°]| (?:(?:US|Canadian|Australian) )?(?:dollars?|bucks|euros?|rupees?|pesos?|francs?|cents|percent|points|times|GPA)\b| ?(?:${MEASURE})\b)`
const clock = (hour: string, minute: string): string => spokenTime(`${hour.padStart(2, '0')}:${minute}`)
const half = (letter: string): string => `${letter.toUpperCase()} M`

/** What a person beats, and the words before its time: 'run a 5k in 22:30'. */
const RACE = String.raw`\b(?:\d+(?:\.\d+)? ?km?|miles?|marathon|half|meters?|race|parkrun|laps?|plank|PB|PR)\b`
const BEATEN = String.raw`(?<=\b(?:in|under|sub|below|break|beat|than|PB|PR|best|time)(?: (?:of|is|was))?[ -])`
const minutesAndSeconds = (_all: string, minutes = '', seconds = ''): string =>
  `${inWords(minutes)} ${seconds === '00' ? 'minutes' : inWords(seconds)}`

export const TIMES: readonly Step[] = [
  [/(?<![\w.:])(\d{1,2})([ap])(?=(?: ?[-–] ?| to )\d{1,2}(?::[0-5]\d)?[ap]\b)/gi, '$1$2m'],
  [
    pattern(String.raw`(?<![\w.:])(\d{1,2}:${MINUTE}|(?<=\b(?:${AT}|to) |\d[ap]m ?[-–] ?)\d{1,2})([ap])(?![\w'])`),
    '$1$3m',
  ],
  [/\bsub[- ]?(\d{1,2}) (?=\d{1,2} ?km?\b)/gi, 'sub $1 minute '],
  [
    pattern(String.raw`${BEATEN}([1-9]):00(?![\d:])(?= (?:half|marathon)\b)`),
    (_all, hours) => `${inWords(hours)} hour`,
  ],
  [pattern(String.raw`${BEATEN}([1-9]):00(?![\d:])(?<=marathon.*)`), (_all, hours) => `${inWords(hours)} hours`],
  [
    pattern(String.raw`${BEATEN}(\d{1,2}):${MINUTE}(?![\d:]| ?[ap]\.?m\b)(?:(?<=${RACE}.*)|(?=.*${RACE}))`),
    minutesAndSeconds,
  ],
  [
    pattern(
      String.raw`(?<=\b(?:from|between) ${HOUR}(?:[.:]${MINUTE})? (?:to|and|until|till) )${HOUR}\.${MINUTE}${NO_AMOUNT}`,
    ),
    '$3:$4',
  ],
  [
    /(?<![\d.,$£€])(\d{1,2})\.([0-5][05]) ?[-–] ?(\d{1,2})\.([0-5][05])(?![\d.,]| ?[\p{L}$£€%]*[$£€%])(?! ?(?:km|kg|miles|m|l)\b)/gu,
    '$1:$2-$3:$4',
  ],
  [/(?<=\d:[0-5]\d) ?(?:h|hrs|Uhr)\b/g, ''],
  [
    /(?<![\d:])(\d{1,2}):([0-5]\d)(?= ?\/ ?(?:mi|mile|km|k)\b| (?:pace|(?:a|per) (?:mile|km|kilometer)))/gi,
    minutesAndSeconds,
  ],
  [/(?<![\w.:])(\d{1,2})-?(?=ish\b)/gi, (_all, hour) => `${inWords(hour)}-`],
  [/(\d+) ?o'? ?clock\b/gi, (_all, hour) => `${inWords(hour)} o'clock`],
  [/(?<![\w.:,])24:00(?!\d)/g, '0:00'],
  [
    pattern(String.raw`(?<![\w.:,])${HOUR}${MINUTE} ?(?:hrs|hours)\b`),
    (_all, h, m) => `${inWords(h)} ${m === '00' ? 'hundred' : inWords(m)} hours`,
  ],
  [
    /(?<![\w.])0([1-9])([0-5]\d)(?![\w.])/g,
    (_all, h, m) => (m === '00' ? `oh ${inWords(h)} hundred` : `oh ${clock(h, m)}`),
  ],
  [
    pattern(String.raw`${NOT_IN_NUMBER}(\d{1,2}):00:00(?![\d:])`),
    (_all, h) => `${inWords(h)} ${h === '1' ? 'hour' : 'hours'}`,
  ],
  [
    pattern(String.raw`${NOT_IN_NUMBER}(\d{1,2}):${MINUTE}:${MINUTE}(?![\d:])`),
    (_all, h, m, s) => [h, m, ...(s === '00' ? [] : [s])].map(inWords).join(' '),
  ],
  [/(\d+) ?h ?(\d{1,2}) ?m(?:ins?)?\b/gi, '$1 h $2 min'],
  [/(\d+) ?m(?:in)? ?(\d{1,2}) ?s(?:ec)?\b/gi, '$1 min $2 sec'],
  [/(?<!\d ?[-–] ?\d*)(?<=\d)([-–]\d+){2,}/g, (all) => all.replaceAll(/[-–]/g, ' ')],
]

const SCORE_WORD = String.raw`(?:w[io]n|wins|winning|beat|beats|beating|los[et]|loses|losing|dr[ae]w|score|scored|lead|led|leading|final|trail|trailing|finish(?:ed)?|victory|defeat)`
/** A range before a unit or things isn't a score. */
const NOT_MEASURED = String.raw`(?! ?(?:(?:${MEASURE}|am|pm)\b|[%$£€₹¥°]|(?!(?:${NO_PLURAL})\b)\p{L}{2,}s\b))`
const goals = (count: string): string => (count === '0' ? 'nil' : inWords(count))
/** Scores, ratios and ranges, then the remaining times. */
export const SCORES: readonly Step[] = [
  [
    /(?<![\d:.,])(\d{1,3}):(\d{1,3})(?![\d:])(?:(?= (?:ratio|odds|scale|mix))|(?<=\b(?:ratio|odds|scale|mix)(?: of)? \S+))/gi,
    (_all, one, other) => `${inWords(one)} to ${inWords(other)}`,
  ],
  [/(?<![\d:.,-])(\d{1,2})[-–]\1(?![\d:.,/%]|[-–]\d)/g, (_all, both) => `${goals(both)} ${goals(both)}`],
  [
    /(?<![\d:.,-])(\d{1,2})[-–](0)(?![\d:.,/%]|[-–]\d| ?[a-z]*°)/g,
    (_all, one, other) => `${goals(one)} ${goals(other)}`,
  ],
  [
    pattern(String.raw`(?<=\b${SCORE_WORD}(?: \p{L}+){0,3} )(\d{1,2})[-–:](\d{1,2})(?![\d:.,])${NOT_MEASURED}`, 'giu'),
    (all, one, other) => (Number(one) >= Number(other) || one === '0' ? `${goals(one)} ${goals(other)}` : all),
  ],
  [
    pattern(
      String.raw`(?<=\b(?:los[et]|loses|losing)(?: \p{L}+){0,3} )(\d{1,2})[-–:](\d{1,2})(?![\d:.,])${NOT_MEASURED}`,
      'giu',
    ),
    (_all, one, other) => `${goals(one)} ${goals(other)}`,
  ],
  [
    pattern(String.raw`(?<![\d:.,-])(\d{1,2})[-–](\d{1,2})(?= (?:win|loss|lead|victory|defeat|draw|score)\b)`),
    (_all, one, other) => `${goals(one)} ${goals(other)}`,
  ],
  [/(?<=\d ?(?:[ap]\.?m\.?|[$£€%°]|°[CF])?) ?[-–—~〜] ?(?=[$£€₹¥]?\d|\.\d)/gi, ' to '],
  [
    pattern(String.raw`${NOT_IN_NUMBER}${OF_12}[:.]${MINUTE} ?${HALF}`),
    (_all, h, m, letter) =>
      m === '00' ? `${inWords(String(Number(h)))} ${half(letter)}` : `${clock(h, m)} ${half(letter)}`,
  ],
  [
    pattern(String.raw`${NOT_IN_NUMBER}${OF_12} ?${HALF}`),
    (_all, h, letter) => `${inWords(String(Number(h)))} ${half(letter)}`,
  ],
  [pattern(String.raw`${NOT_IN_NUMBER}${HOUR}[:h]${MINUTE}(?![\d:])`), (_all, h, m) => clock(h, m)],
  [
    pattern(String.raw`\b(${AT}) ${HOUR}\.${MINUTE}${NO_AMOUNT}(?! (?:to|and) \d+\.\d)`),
    (_all, at, h, m) => `${at} ${clock(h, m)}`,
  ],
  [
    /(?<![\d:.,])(1):(\d+)(?![\d:])|(?<![\d:.,])(\d+):(1)(?![\d:])/gi,
    (...found) => {
      const [one = '', other = ''] = found.slice(1, 5).filter((part) => part !== undefined)
      return `${inWords(one)} to ${inWords(other)}`
    },
  ],
  [/(?<![\d:.,])(\d{1,2}):(\d)(?![\d:])/g, (_all, one, other) => `${goals(one)} ${goals(other)}`],
  [/(?<![\d:.,])(\d{1,3}):([0-5]\d)(?![\d:])/g, (_all, minutes, seconds) => `${inWords(minutes)} ${inWords(seconds)}`],
]
