import { expect, test } from 'vitest'
import { speakable, speakableName } from './free-text.ts'

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
  ['Dr. Zoë O´Hara-Lund', "Dr. Zoë O'Hara-Lund"],
  ['Ada4Ever <b>', 'Ada Ever b'],
  ["Ada '-", 'Ada'],
  ['Zoe\u0308', 'Zoë'],
  ['Ada Beth Carol Dora Eve', 'Ada Beth Carol Dora'],
  [`${'A'.repeat(20)} ${'B'.repeat(19)} C`, `${'A'.repeat(20)} ${'B'.repeat(19)}`],
])('CALL-6 the name %j is said as %j', (written, said) => {
  expect(speakableName(written)).toBe(said)
})
