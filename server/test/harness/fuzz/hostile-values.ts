import type { SeededRandom } from '../../simulation/seeded-random.ts'

/** Texts that have broken servers elsewhere. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u2066',
  '🏳️‍🌈👩‍👩‍👧‍👦',
  'İıſß',
  'ǅ'.repeat(64),
  '%00',
  '%',
  '%zz',
  '..',
  '../../../etc/passwd',
  '..\\..\\x',
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '</Say><Dial>+19005550100</Dial>',
  '\r\nSet-Cookie: connect.sid=x',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-1',
  '0',
  '1e999',
  '999999999999999',
  '9223372036854775808',
  '00:00',
  '23:59',
  '24:00',
  '06:30',
  '0000-00-00',
  '0001-01-01',
  '2027-02-30',
  '9999-12-31',
  '2027-13-45',
  'Europe/Berlin',
  'Etc/GMT+14',
  'Europe/../Berlin',
  'america/new_york',
  'robin@example.com',
  'a@b',
  '"a b"@example.com',
  'robin@exämple.com',
  'canary@example.com',
  '+12025550123',
  '+1900555',
  '+99999999999999999999',
  '000000',
  '123456',
  '١٢٣٤٥٦',
]

const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [null],
  [[[[]]]],
  { length: 3 },
  { toString: null },
  { $gt: '' },
]

/** Any value that our forms never send. */
export function hostileValue(random: SeededRandom): unknown {
  return random.chance(0.65) ? hostileText(random) : random.pick(OTHERS)
}

/** A text from the list, a long one, or arbitrary code units. */
export function hostileText(random: SeededRandom): string {
  if (random.chance(0.7)) return random.pick(TEXTS)
  if (random.chance(0.4)) return random.pick(TEXTS).repeat(random.between(2, 400)).slice(0, 20_000)
  return String.fromCharCode(...Array.from({ length: random.between(1, 40) }, () => random.between(0, 0xffff)))
}
