import { digitByDigit, spokenNumber, spokenOrdinal, spokenYear } from '../spoken-number.ts'
import { AMOUNT, CENTS, inWords, MONEY, PERIODS, SIZES, UNITS } from './amounts.ts'
import { type DateOrder, withSpokenDates } from './spoken-date.ts'
import { COUNTING, IN_MILLIONS, NO_PLURAL, oneOf, pattern, read, type Step } from './steps.ts'
import { SCORES, TIMES } from './times-and-scores.ts'

/** Turns every number into words. The steps run in order, and each sees what the earlier ones left. */
export function withSpokenFigures(text: string, order: DateOrder): string {
  const plain = [...NAMES, ...DIALED, ...SUMS].reduce(read, text)
  return [...TIMES, ...SCORES, ...SIGNED, ...MONEYS, ...DECADES, ...MEASURES, ...REST].reduce(
    read,
    withSpokenDates(plain, order),
  )
}

/** Names with figures or signs that no rule reads correctly. */
const NAMES: readonly Step[] = [
  [/(?<![\d.:/])(\d{1,2}:[0-5]\d|\d{1,2}(?=\/\d{1,2}:))\/(?=\d{1,2}(?::[0-5]\d)?(?![\d:/]))/g, '$1 or '],
  [/(?<![\d.,:$] ?)(1[0-2]|[1-9]) ?([0-5]\d) ?(?=[ap]\.?m\b)/gi, '$1:$2 '],
  [/(?<=\p{L}) x (?=\d{1,2}(?![\d.]))/gu, ' times '],
  [/(?<=\d)\/-(?!\d)/g, ''],
  [/([$£€₹¥])-(?=[\d.])/g, '-$1'],
  [/\bA\/B\b/g, 'A B'],
  [/(?<![\w.])(\d+)x(?=\^|\s?[+=−÷]|\s-\s)/g, '$1 x'],
  [/(?<=\d) ?×(?! ?\d)/g, 'x'],
  [/\b24\/7\/365\b/g, 'twenty-four seven three sixty-five'],
  [/(?<![\w])([A-G])#(?![\w])/g, '$1 sharp'],
  [/\b([CJF])\+\+/g, '$1 plus plus'],
  [/(?<!\w)\.NET\b/gi, 'dot net'],
  [/\bCO2\b/gi, 'C O two'],
  [/\b(?:7-?eleven|7\/11)\b/gi, 'seven eleven'],
  [/\b9\/11\b/g, 'nine eleven'],
  [/\b401 ?\(?k\)?(?!\w)/gi, 'four oh one K'],
  [/\bporsche 911\b/gi, 'Porsche nine eleven'],
  [pattern(String.raw`(?<![\w.,$£€₹¥-])3M\b(?!${IN_MILLIONS}| to |\$)`, 'g'), 'three M'],
  [/\b4x4(s?)\b/gi, 'four by four$1'],
  [/\b([A-Z]{1,2})2([A-Z])\b/g, '$1 two $2'],
  [/\b24 ?[/-] ?7\b/g, 'twenty-four seven'],
  [/\b50 ?[/-] ?50\b/g, 'fifty fifty'],
  [/\b(?:1|one)-(?:2|to)-(?:1|one)\b/gi, 'one to one'],
  [/\b1-on-1\b|\b1:1s?\b(?= (?:with|meeting|call|session|chat))/gi, 'one on one'],
  [/\b9 ?[-–] ?(?:to ?- ?)?5\b(?! ?(?:[ap]\.?m|[a-z]*[/%°]))/gi, 'nine to five'],
]

const POWERS: Record<string, string> = { '2': 'squared', '3': 'cubed' }
/** Arithmetic, and signs before and behind numbers. */
const SUMS: readonly Step[] = [
  [
    /(?<=[\d\p{L})])\^([-−]?)(\d+)/gu,
    (all, minus, power) =>
      minus === '' && POWERS[power] ? `^${power}` : ` to the power of ${minus && 'minus '}${inWords(power)}`,
  ],
  [/(?<![\p{L}/])(\d[\d.,]*)\^([23])(?!\d)/gu, (_all, base, power) => `${base} ${POWERS[power]}`],
  [/(?<![\p{L}/]|\d ?)(\p{L})\^([23])(?!\d)/gu, (_all, base, power) => `${base} ${POWERS[power]}`],
  [/(?<=\d) ?− ?(?=\d)|(?<=\d) ?- ?(?=\d+(?:\.\d+)? ?=)/g, ' minus '],
  [/(?<=\d) ?÷ ?(?=\d)/g, ' divided by '],
  [/(?<=\d) ?[×*] ?(?=\d)/g, ' x '],
  [/(?:±|\+\/-) ?/g, 'plus or minus '],
  [/≥ ?|>= ?/g, 'at least '],
  [/≤ ?|<= ?/g, 'at most '],
  [/≠|!=/g, ' is not '],
  [/[≈≅] ?/g, 'about '],
  [/√ ?/g, 'the square root of '],
  [/§+ ?/g, 'section '],
  [/∞/g, ' infinity '],
  [/[-=]+>|→|⇒/g, ' to '],
  [/(?<=\d) \/ (?=\d)/g, ' divided by '],
  [/(?<=\d ?\p{L}+)\/(?=\d+ ?(?:g|mg|kg|ml|l|km|m)\b)/gu, ' per '],
]

const SEAT = String.raw`(?<!\b(?:seat|row|room|gate|class|apt|unit|flat|building|bus|group|size|grade) )`
const degrees = (amount: string): string => `${inWords(amount)} ${amount === '1' ? 'degree' : 'degrees'}`
/** Signs before a number, and temperatures. */
const SIGNED: readonly Step[] = [
  [/(?<=(?:(?<![\w'])[a-z]|squared|cubed) )[-–] (?=\d)/g, 'minus '],
  [/(?<![\w)\]%°$£€.,])[-–−](?=(?:[$£€₹¥] ?)?\.?\d)/g, 'minus '],
  [/(?<![\w)\]] ?)\+ ?(?=\.?\d)/g, 'plus '],
  [
    pattern(String.raw`(${AMOUNT}) ?(?:°|degrees?|deg) ?(?:Celsius|Fahrenheit|[CFK](?![\w#+]))`),
    (_all, amount) => degrees(amount),
  ],
  [pattern(String.raw`(${AMOUNT}) ?°`), (_all, amount) => `${degrees(amount)} `],
  [
    pattern(
      String.raw`${SEAT}(?<![\w.,])(${AMOUNT})(?:[CF]|(?<=\d\d|\.\d) [CF](?! (?:major|minor|sharp|flat|grade)))(?![\w#+])`,
      'g',
    ),
    (_all, amount) => degrees(amount),
  ],
]

const COIN = oneOf(MONEY.keys())
const SIGN = oneOf([...MONEY.keys()].filter((form) => !/\w$/.test(form) || /^(?:Rs|rs|CHF|chf)$/.test(form)))
/** A letter follows the amount directly. */
const SIZE = String.raw`(?:([kKmMbBtT])| ?(${oneOf(Object.keys(SIZES).filter((size) => size.length > 1))}))\b`

/** '$1.50' → 'one dollar fifty', '$.50' → 'fifty cents', '₹2 lakh' → 'two lakh rupees'. */
function money(form: string, ...[amount = '', letter = '', name = '']: (string | undefined)[]): string {
  const size = letter || name
  const [one, more] = MONEY.get(form)!
  if (size !== '') return `${inWords(amount)} ${SIZES[size.toLowerCase()]} ${more}`
  const [whole = '', cents] = amount.split('.')
  if (cents?.length !== 2) return `${inWords(amount)} ${amount === '1' ? one : more}`
  const [cent, manyCents] = CENTS[one] ?? ['cent', 'cents']
  if (Number(whole) === 0) return `${spokenNumber(Number(cents))} ${cents === '01' ? cent : manyCents}`
  return `${inWords(whole)} ${whole === '1' ? one : more}${cents === '00' ? '' : ` ${spokenNumber(Number(cents))}`}`
}

const SIGN_OF: Record<string, string> = { dollar: '$', 'us dollar': 'US$', euro: '€', rupee: '₹' }
const MONEYS: readonly Step[] = [
  [
    pattern(String.raw`(?<=(?:₹|\b(?:Rs\.?|INR)) ?${AMOUNT}(?: to ${AMOUNT})?) ?(L|Cr)\b`),
    (_all, size) => (/^L$/i.test(size) ? ' lakh' : ' crore'),
  ],
  [/(?<=\d) ?L(?= (?:rupees|INR)\b)/g, ' lakh'],
  [
    pattern(String.raw`(?<![\w.,])(\d[\d,]*\.\d\d) ((?:US )?dollar|euro|rupee)s?\b`),
    (_all, amount, name) => money(SIGN_OF[name.toLowerCase()]!, amount),
  ],
  [
    pattern(String.raw`(?<![\w$£€])(${SIGN}) ?(${AMOUNT}) to (${AMOUNT})(?:${SIZE})?(?! ?(?:[$£€₹¥]|[\d:]))`, 'g'),
    (_all, form, from, ...amount) =>
      `${from.includes('.') ? money(form, from) : inWords(from)} to ${money(form, ...amount)}`,
  ],
  [
    pattern(String.raw`(?<![\w$£€])(${COIN}) ?(${AMOUNT})(?:${SIZE})?`, 'g'),
    (_all, form, ...amount) => ` ${money(form, ...amount)}`,
  ],
  [
    pattern(String.raw`(?<![\w.,])(${AMOUNT})(?: ?(${oneOf(Object.keys(SIZES))}))? ?(${COIN})(?!\w)`, 'g'),
    (_all, amount, size, form) => money(form, amount, size),
  ],
  [
    pattern(String.raw`(?<![\w.,])(${AMOUNT}) ?¢`),
    (_all, amount) => `${inWords(amount)} ${amount === '1' ? 'cent' : 'cents'}`,
  ],
  [/(?<= (?:dollar|pound|euro))s(?= (?:bill|note|coin|deposit|fine|discount|fee|lunch|budget|raise|bonus)\b)/g, ''],
]

const UNIT = oneOf(UNITS.keys())
const PERIOD = oneOf(Object.keys(PERIODS))
/** Capitals mean something else ('5G', '5K' or '4D'). */
const unitOf = (form: string, isAttached: boolean) => {
  const exact = UNITS.get(form)
  if (exact) return exact
  const isOther = /^[A-GIJM-Z]$/.test(form) && !(isAttached && form === 'M')
  return isOther ? undefined : UNITS.get(form.toLowerCase())
}
const SPORT =
  '(?:sprint|hurdle|lap|interval|rep|repeat|stride|swim|race|relay|dive|pool|length|lane|drill|tower|run|walk|time|set|effort|round|circuit|split)s?|dash(?:es)?|freestyle|butterfly|backstroke|breaststroke'
/** What people do for a time: a thirty minute walk. */
const EXERCISE =
  'walk|run|jog|swim|ride|hike|workout|session|block|class|meditation|routine|commute|drive|nap|marathon|half'
/** What follows 'k' in the sense of thousand. Before a sport, it means kilometers. */
const IN_THOUSANDS = String.raw`(?= (?:people|men|women|children|monthly|daily|active|new|(?!(?:${SPORT}|${NO_PLURAL})\b)\p{L}{2,}s\b))`
const COUNT =
  '\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty|hundred|thousand|million|billion|oh|half|once|twice|times)'
function per(period: string): string {
  const name = PERIODS[period.toLowerCase()]!
  return ` ${/^(?:hour|item|arm|ounce)/.test(name) ? 'an' : 'a'} ${name}`
}
const often = (times: string): string => ({ '1': 'once', '2': 'twice' })[times] ?? `${inWords(times)} times`

const decade = (words: string): string => `${words.replace(/y$/, 'ie')}s`

/** Runs before units, since 's' also means seconds. */
const DECADES: readonly Step[] = [
  [
    /(?<![\w.])((?:1[1-9]|20)\d0)'?s\b/g,
    (_all, year) => (year === '2000' ? 'two thousands' : decade(spokenYear(Number(year)))),
  ],
  [
    /(?<![\w.])([1-9]0)'?s\b(?! (?:plank|hold|rest|sprint|break|timer|interval|stretch|pause|on|off|shower)s?\b)/g,
    (_all, number) => decade(inWords(number)),
  ],
  [/(?<![\w.])(100|1000|1,000|1000000|1,000,000)s\b/g, (_all, number) => `${inWords(number).replace('one ', '')}s`],
]

const MEASURES: readonly Step[] = [
  [
    pattern(String.raw`(?<![\p{L}\d/.]|\d )(km|mi|m|kg|mg|g|l|ml)\/(${PERIOD})(?![\p{L}/^])`, 'gu'),
    (_all, form, period) => `${UNITS.get(form)![1]}${per(period)}`,
  ],
  [pattern(String.raw`(${AMOUNT}) ?%`), (_all, amount) => `${inWords(amount)} percent`],
  [pattern(String.raw`(${AMOUNT}) ?‰`), (_all, amount) => `${inWords(amount)} per thousand`],
  [pattern(String.raw`(${AMOUNT}) ?x ?(${AMOUNT})`), (_all, times, each) => `${inWords(times)} times ${each}`],
  [/(?<![\w.])(?:(\d+(?:\.\d+)?)x|x(\d+))(?!\w)/gi, (_all, before, after) => often(before ?? after ?? '')],
  [
    pattern(
      String.raw`(?<![\w.,])(${AMOUNT})(?:M\b(?! (?:${SPORT}|deep|long|tall|wide|high|away)\b)| ?[mM]${IN_MILLIONS}| ?(?:mn|mln|mio|mil)\b)`,
      'gu',
    ),
    (_all, amount) => `${inWords(amount)} million`,
  ],
  [
    pattern(String.raw`(?<![\w.,])(${AMOUNT}) ?(bn|bln|tn|trn|lakhs?|lac|crores?|thousand|million|billion|trillion)\b`),
    (_all, amount, size) => `${inWords(amount)} ${SIZES[size.toLowerCase()]}`,
  ],
  [pattern(String.raw`(?<![\w.,])(${AMOUNT})k${IN_THOUSANDS}`, 'giu'), (_all, amount) => `${inWords(amount)} thousand`],
  [
    /(?<=\d ?(?:ft|feet|foot) )(\d+) ?in\b\.?/g,
    (_all, amount) => `${inWords(amount)} ${amount === '1' ? 'inch' : 'inches'}`,
  ],
  [
    /(?<![\w.,])(\d+(?:\.\d+)?)(-?in\b\.?| in\.(?=\s|$)| ?in(?= (?:long|tall|wide|deep|thick|high|screen|pipe|waist|x)\b))/g,
    (_all, amount, form) => `${inWords(amount)} ${amount === '1' || form.startsWith('-') ? 'inch' : 'inches'}`,
  ],
  [
    pattern(
      String.raw`(?<![\w.,])(${AMOUNT}) ?(h|hrs?|hours?|mins?|minutes?)(?= (?:(?:study|gym|morning|daily|brisk|easy|long|power|half) )?(?:(?:${EXERCISE})s?|\d{1,2} ?km?)\b)(?<!\b(?:for|in|within|after|every|of) \S+ ?\p{L}*)`,
      'giu',
    ),
    (_all, amount, form) => `${inWords(amount)} ${form.startsWith('h') ? 'hour' : 'minute'}`,
  ],
  [
    pattern(String.raw`(?<![\w.,])(${AMOUNT})(-| ?)(${UNIT})(?![\w'^])`),
    (all, amount, between, form) => {
      const names = unitOf(form, between !== ' ')
      if (!names) return all
      return `${inWords(amount)} ${amount === '1' || between === '-' ? names[0] : names[1]}`
    },
  ],
  [
    pattern(
      String.raw`\b(and )?((?:\p{L}+ )?(?:half|(?:third|quarter|fifth|sixth|eighth|tenth)s?))[ -](${UNIT})(?![\w'^])`,
      'giu',
    ),
    (all, isMore, part, form) => {
      const names = unitOf(form, false)
      return names ? `${isMore ?? ''}${part} ${isMore ? names[1] : names[0]}` : all
    },
  ],
  [
    pattern(String.raw`(?<=${COUNT}(?:[ -]\p{L}+){0,4}|\d ?\p{L}+) ?\/ ?(?:a )?(${PERIOD})(?![\p{L}'^])`, 'giu'),
    (_all, period) => per(period),
  ],
  [
    /(?<!\b(?:day|night|morning|week|month|year|hour)s?) ?\/ ?(day|night|week|wk|month|mo|year|yr|hour|hr|minute|min)\b/gi,
    (_all, period) => per(period),
  ],
]

/** A long number after one of these is spelled out. */
const NUMBERED =
  'room|rm|gate|flight|bus|platform|train|tram|track|seat|route|line|suite|apartment|apt|unit|desk|bay|stand|hall|lab|class|course|highway|building|code|ticket|extension|ext|no\\.|number'
const REST: readonly Step[] = [
  [/\^([23])(?!\d)/g, (_all, power) => ` ${POWERS[power]}`],
  [
    /\b(in|since|year) (1[1-8]\d\d)\b(?![.,:]\d| ?\p{L}+s\b)/giu,
    (_all, when, year) => `${when} ${spokenYear(Number(year))}`,
  ],
  [
    pattern(String.raw`(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d{1,12})(?:st|nd|rd|th)\b`),
    (_all, number) => spokenOrdinal(Number(number.replaceAll(',', ''))),
  ],
  [
    pattern(String.raw`\b(${NUMBERED})(?: ?#?)((?!(?:of|in|at|on|by|to|is) )[a-z]{0,2}) ?(\d{3,})\b(?!,\d{3})`),
    (_all, what, letters, digits) => [what, letters, digitByDigit(digits)].join(' '),
  ],
  [/(?<=\p{L})-?(\d{3,})(?![\d,]*\d)/gu, (_all, digits) => ` ${digitByDigit(digits)}`],
  [/(?<=\p{L})-?(?=\d)/gu, ' '],
  [
    /(?<![\d.])\d+(?:\.\d+){2,}/g,
    (all) =>
      all
        .split('.')
        .map((part) => inWords(part))
        .join(' point '),
  ],
  [pattern(AMOUNT), (amount) => ` ${/^(?:19|20)\d\d$/.test(amount) ? spokenYear(Number(amount)) : inWords(amount)} `],
]

const EMERGENCY = '911|999|112|000|988'
const SHORT = `${EMERGENCY}|411|311|101|111|110|119|108`
const PHONE = String.raw`(?:call|dial|phone|ring|text)(?:s|ed|ing)?(?: the| me at| us at)?(?: number)?|emergency(?: number)?(?: is)?:?`
const NO_PART = String.raw`(?![\d:.,/%-]\d|[%\d])`
const NOT_BEFORE = String.raw`(?<![\w.,$£€₹¥-])`

const digitsOf = (all: string): string => digitByDigit(all.replaceAll(/\D/g, ''))

/** Spells out phone numbers. A number that counts something ('call 999 customers') isn't one. */
const DIALED: readonly Step[] = [
  [/(?<![\w.,-])(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w%]|[-.,/:]\d)/g, digitsOf],
  [
    pattern(
      String.raw`\b(${PHONE}) (\+?\(?\d{1,4}\)?(?:[-. ]\(?\d{2,4}\)?){1,4})(?=$|[^\p{L}\p{N}%/:-])(?!${COUNTING})`,
      'giu',
    ),
    (all, what, number) => (number.replaceAll(/\D/g, '').length < 7 ? all : `${what} ${digitsOf(number)}`),
  ],
  [
    pattern(
      String.raw`\b(${PHONE}) (${SHORT}|\d{3,5}(?! ?\p{L})|\d{3,5}(?= (?:now|if|when|whenever|again|immediately|for help)\b))${NO_PART}(?!${COUNTING})`,
      'giu',
    ),
    (_all, what, digits) => `${what} ${digitByDigit(digits)}`,
  ],
  [
    pattern(
      String.raw`${NOT_BEFORE}(?:(911|988)(?= (?:call|caller|operator|dispatcher|responder|line|shift|service)s\b)|(${EMERGENCY}|411|311)(?= (?:call|caller|operator|dispatch|dispatcher|trainer|training|center|centre|emergency|responder|hotline|line|shift)\b))`,
    ),
    (all) => digitByDigit(all),
  ],
  [/^(911|999|112|988|411)$|(?<![\w.,$£€-])911(?! ?[\w%°])/g, (digits) => digitByDigit(digits)],
]
