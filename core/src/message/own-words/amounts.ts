import { digitByDigit, spokenNumber } from '../spoken-number.ts'

/** A number as English writes it: '1,000.5', '1,00,000', '.5'. */
export const AMOUNT = String.raw`(?:\d{1,3}(?:,\d{2,3})*,\d{3}(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|(?<!\d)\.\d+)`

type Names = readonly [one: string, more: string]

/** `name` or `singular|plural`; a name alone forms its plural with an s. */
function table(rows: Record<string, string>): ReadonlyMap<string, Names> {
  const entries = Object.entries(rows).flatMap(([name, forms]) => {
    const [one = '', more = `${one}s`] = name.split('|')
    return forms.split(' ').map((form): [string, Names] => [form.replaceAll('_', ' '), [one, more]])
  })
  return new Map(entries)
}

/** Currencies by the signs and codes before or behind an amount. Longer ones match first. */
export const MONEY = table({
  'Canadian dollar': 'C$ CA$ CAD cad',
  'Australian dollar': 'A$ AU$ AUD aud',
  'New Zealand dollar': 'NZ$ NZD nzd',
  'Singapore dollar': 'S$ SGD',
  'Hong Kong dollar': 'HK$ HKD',
  'U S dollar': 'US$ USD usd',
  'Mexican peso': 'MX$ MXN',
  'real|reais': 'R$ BRL',
  dollar: '$',
  pound: '£ GBP gbp',
  euro: '€ EUR eur',
  'yen|yen': '¥ JPY',
  'yuan|yuan': 'CN¥ CNY RMB',
  rupee: '₹ INR inr Rs. Rs RS rs. rs ₨',
  'won|won': '₩ KRW',
  ruble: '₽ RUB',
  'lira|lira': '₺ ₤',
  shekel: '₪ ILS',
  peso: '₱',
  'dong|dong': '₫ VND',
  'naira|naira': '₦ NGN',
  'baht|baht': '฿ THB',
  'hryvnia|hryvnia': '₴ UAH',
  cedi: '₵ GHS',
  'taka|taka': '৳ BDT',
  bitcoin: '₿ BTC',
  'Swiss franc': 'CHF chf',
  'krone|kroner': 'kr. kr Kr NOK DKK',
  'krona|kronor': 'SEK',
  'zloty|zloty': 'zł PLN',
  'koruna|koruna': 'Kč CZK',
  'rand|rand': 'ZAR',
  'dirham|dirhams': 'AED',
  'ringgit|ringgit': 'MYR',
})
export const CENTS: Record<string, Names> = {
  pound: ['penny', 'pence'],
  rupee: ['paisa', 'paise'],
}

/** Units behind a number. Case matters only for forms with capitals in this table. */
export const UNITS = table({
  'K|K': 'k',
  kilometer: 'km kms',
  meter: 'm mtr mtrs',
  centimeter: 'cm cms',
  millimeter: 'mm',
  nanometer: 'nm',
  mile: 'mi',
  'foot|feet': 'ft',
  yard: 'yd yds',
  kilo: 'kg kgs',
  gram: 'g gr gm gms',
  milligram: 'mg mgs',
  microgram: 'mcg ug μg',
  ounce: 'oz ozs',
  'fluid ounce': 'fl_oz',
  pound: 'lb lbs',
  milliliter: 'ml mls',
  centiliter: 'cl',
  liter: 'l ltr ltrs',
  gallon: 'gal gals',
  pint: 'pt pts',
  teaspoon: 'tsp tsps',
  tablespoon: 'tbsp tbsps',
  minute: 'min mins',
  second: 'sec secs s',
  millisecond: 'ms',
  hour: 'h hr hrs',
  week: 'wk wks',
  month: 'mo mos mth mths',
  year: 'yr yrs',
  'year old|year old': 'yo y/o',
  calorie: 'kcal kcals cal cals',
  kilojoule: 'kj',
  'kilowatt hour': 'kwh',
  'watt hour': 'wh',
  kilowatt: 'kw',
  megawatt: 'MW',
  watt: 'W',
  volt: 'V',
  'mile an hour|miles an hour': 'mph',
  'kilometer an hour|kilometers an hour': 'kph kmh kmph',
  'mile a gallon|miles a gallon': 'mpg',
  'beat a minute|beats a minute': 'bpm',
  'word a minute|words a minute': 'wpm',
  'revolution a minute|revolutions a minute': 'rpm',
  'frame a second|frames a second': 'fps',
  'megabit a second|megabits a second': 'Mbps Mbit/s',
  'gigabit a second|gigabits a second': 'Gbps Gbit/s',
  'megabyte a second|megabytes a second': 'MB/s',
  gigabyte: 'GB',
  megabyte: 'MB',
  kilobyte: 'KB',
  terabyte: 'TB',
  'hertz|hertz': 'hz',
  'kilohertz|kilohertz': 'khz',
  'megahertz|megahertz': 'mhz',
  'gigahertz|gigahertz': 'ghz',
  decibel: 'db',
  'horsepower|horsepower': 'hp',
  'P S I|P S I': 'psi',
  pixel: 'px',
  page: 'pg pgs pp',
  'person|people': 'ppl',
  degree: 'deg degs',
  hectare: 'ha',
  'square meter': 'sqm sq_m m^2 m2',
  'square kilometer': 'sqkm sq_km km^2 km2',
  'square centimeter': 'cm^2 cm2',
  'square foot|square feet': 'sqft sq_ft sq._ft. ft^2 ft2',
  'square mile': 'mi^2 mi2 sq_mi',
  'square inch|square inches': 'in^2 in2',
  'cubic meter': 'm^3 m3 cbm',
  'cubic centimeter': 'cm^3 cm3 cc ccm',
  'cubic foot|cubic feet': 'ft^3 ft3',
})

/** The name of each form. `names` are their own forms. */
function namesByForm(names: string, rows: Record<string, string>): Record<string, string> {
  const entries = Object.entries(rows).flatMap(([name, forms]) => forms.split(' ').map((form) => [form, name]))
  return Object.fromEntries([...names.split(' ').map((name) => [name, name]), ...entries])
}

/** Periods behind a slash ('$5/day'), said after 'a' or 'an'. */
export const PERIODS = namesByForm(
  'second minute hour day night morning evening week weekend month quarter year mile person head set session class lesson page piece meal serving cup ride trip lap round game shift student user child item unit pound dose side leg arm workout visit call word ticket',
  {
    second: 's sec',
    'second squared': 's^2',
    gigabyte: 'gb',
    minute: 'min mins',
    hour: 'h hr',
    day: 'd',
    week: 'wk',
    month: 'mo',
    year: 'yr',
    kilo: 'kg',
    kilometer: 'km',
    mile: 'mi',
    pound: 'lb',
    ounce: 'oz',
    liter: 'l',
    milliliter: 'ml',
    deciliter: 'dl',
    gallon: 'gal',
    meter: 'm',
    'square meter': 'm^2 m2',
    'cubic meter': 'm^3 m3',
    'square foot': 'sqft',
    'kilowatt hour': 'kwh',
  },
)

/** Multipliers of an amount. */
export const SIZES = namesByForm('hundred thousand million billion trillion lakh crore', {
  thousand: 'k',
  million: 'm mn mln mio mil mm',
  billion: 'b bn bln',
  trillion: 't tn trn',
  lakh: 'lakhs lac',
  crore: 'cr crores',
})

/** '3.5' → 'three point five'. Spells out digits after a leading 0, and six or more not grouped or round. */
export function inWords(amount: string): string {
  const [grouped = '', decimals] = amount.split('.')
  const before = wholeInWords(grouped)
  return decimals === undefined ? before : `${before} point ${digitByDigit(decimals)}`.trim()
}

function wholeInWords(grouped: string): string {
  const digits = grouped.replaceAll(',', '')
  if (digits === '') return ''
  if (/^\d{1,2}(?:,\d\d)+,\d{3}$/.test(grouped)) return inLakhs(Number(digits))
  const isReadOut = /^0\d|^\d{16}/.test(digits) || (/^\d{6}/.test(grouped) && !digits.endsWith('000'))
  return isReadOut ? digitByDigit(digits) : spokenNumber(Number(digits))
}

/** For Indian groups of digits: '2,50,000' → 'two lakh fifty thousand'. */
function inLakhs(number: number): string {
  const of = (size: number, name: string) => [
    spokenNumber(Math.floor(number / size)),
    name,
    number % size === 0 ? '' : inLakhs(number % size),
  ]
  if (number < 100_000) return spokenNumber(number)
  return (number < 10_000_000 ? of(100_000, 'lakh') : of(10_000_000, 'crore')).join(' ').trim()
}
