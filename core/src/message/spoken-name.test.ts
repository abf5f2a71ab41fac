import { expect, test } from 'vitest'
import { calledName, spokenName } from './spoken-name.ts'

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

test.each([
  ['Samantha Reed', null, 'Samantha'],
  ['Samantha Reed', 'Sam', 'Sam'],
  ['Samantha Reed', ' Doctor  Sam ', 'Doctor Sam'],
  ['Siobhan', 'Shuh-vawn', 'Shuh-vawn'],
  ['Samantha Reed', 'Her Royal Highness Sam', 'Her'],
  ['Samantha Reed', 'Maximiliana Konstantina', 'Maximiliana'],
  ['Samantha Reed', '<break/> 🙂 7', 'break'],
  ['Samantha Reed', '🙂 777', 'Samantha'],
  ['王伟', 'Wei', 'Wei'],
  ['王伟', null, ''],
])('ACCT-1 WAKE-1 somebody named %j who is to be called %j is called %j', (name, spokenName, called) => {
  expect(calledName({ name, spokenName })).toBe(called)
})
