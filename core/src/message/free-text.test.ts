import { expect, test } from 'vitest'
import { speakable, spokenName } from './free-text.ts'

const ROOM = { chars: 100, words: 11 }

test.each([
  ['nothing', null, ''],
  ['one sign for each quote', '‘my’ `own` ´day´', "my' 'own' 'day"],
  ['signs that have a word', '1+1 & 50% @home', '1 plus 1 and 50 percent at home'],
  ['strokes between words', 'read/write and_or up–down a|b c\\d', 'read write and or up down a b c d'],
  ['an ellipsis in one sign', 'rest… then run', 'rest. then run'],
  ['an address in capitals, or of any kind', 'see HTTP://X.example/?a=b git+ssh://y WWW.z.example now', 'see now'],
  ['a word that ends like one', 'awww.nice', 'awww.nice'],
  ['tags of any kind', '<Break time="3s"/>go</speak> <1>', 'go 1'],
  ['a tag, a sign or a control character between two words', 'run<br>more~now\u0007go', 'run more now go'],
  ['an address at the very start', 'http://x.example go', 'go'],
  ['a time after an underscore', 'up_at_6:30', 'up at six thirty'],
  ['signs that come three at once', 'now,.! please --- go', 'now, please - go'],
  ['signs before the first word', ',- go', 'go'],
  ['a comparison that is no tag', 'sleep < 6', 'sleep 6'],
  ['a score and a colon', 'win 3:0: then rest; read:write', 'win 3:0, then rest, read,write'],
  ['signs that come twice or stand alone', ',,go  on !! now,. please ??', 'go on! now, please'],
  ['a hyphen within a word', 'well-being -- daily', 'well-being - daily'],
  ['a word that nobody could say', `a${'o'.repeat(50)} b`, `a${'o'.repeat(29)} b`],
  ['a word that hangs in the air, and is all there is', 'the', 'the'],
  ['words that hang in the air', 'walk to the, and', 'walk'],
])('CALL-6 S32 spoken of %s', (_case, written, said) => {
  expect(speakable(written, ROOM)).toBe(said)
})

test.each([
  ['a text that just fits', 'one two three', { chars: 13, words: 3 }, 'one two three'],
  ['a sign too many', 'one two three', { chars: 12, words: 3 }, 'one two'],
  ['a word too many', 'one two three four', { chars: 99, words: 3 }, 'one two three'],
  ['whole clauses, from three words on', 'one two three, four five', { chars: 99, words: 4 }, 'one two three'],
  ['a space at its end is no word', 'one two three, four ', { chars: 99, words: 4 }, 'one two three, four'],
  ['a sign within a word ends no clause', 'one two a.b three four', { chars: 99, words: 4 }, 'one two a.b three'],
  ['a short clause is none', 'one two, three four five', { chars: 99, words: 4 }, 'one two, three four'],
])('CALL-6 S32 cut short: %s', (_case, written, limit, said) => {
  expect(speakable(written, limit)).toBe(said)
})

test.each([
  [
    'what nobody could say in so many words',
    `a${'o'.repeat(60)} b c d e f`,
    { chars: 99, words: 7 },
    `a${'o'.repeat(29)} b c`,
  ],
  ['a number that takes many words', 'save 25000 by May', { chars: 99, words: 6 }, 'save'],
])('WAKE-2 what takes longer than it looks counts so: %s', (_case, written, limit, said) => {
  expect(speakable(written, limit)).toBe(said)
})

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
