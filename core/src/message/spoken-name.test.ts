import { expect, test } from 'vitest'
import { spokenName } from './spoken-name.ts'

test.each([
  ['Zoë O´Hara-Lund', 'Zoë'],
  ["O'Hara-Lund Zoë", "O'Hara-Lund"],
  ['Dr. Zoë', 'Dr'],
  ['A. J. Finch', 'A'],
  ['4 Ada4Ever <b>', 'Ada'],
  ["Ada'- b", 'Ada'],
  ['Zoe\u0308', 'Zoë'],
  [`${'A'.repeat(19)}-Beth`, 'A'.repeat(18)],
  ['Anna-Maria-Luise Kern', 'Anna-Maria'],
])('WAKE-1 somebody named %j is called %j', (written, said) => {
  expect(spokenName(written)).toBe(said)
})
