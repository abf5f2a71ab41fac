import { expect, test } from 'vitest'
import { minutes } from '../time/duration.ts'
import {
  ANNOUNCED_BEFORE_MS,
  announcement,
  isCarrierWord,
  TEXT_REPLIES,
  textedDigits,
  textKeyword,
} from './text-reply.ts'

// Twilio's default words, each alone; then 47 CFR 64.1200(a)(10), which adds 'opt out'.
const stopWords = 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'.split(' ')
const asTyped = [
  'stop',
  'Stop.',
  ' stop\n',
  '"STOP"',
  '🛑 Stop texting me!',
  'Stop, and do not skip',
  'opt out',
  'Opt-Out',
  'Cancel.',
  'unsubscribe me',
  'please stop',
  'Please stop texting me',
  'can you stop sending these',
  'STOP please, thanks!',
  'pls unsubscribe me',
  "Don't text me anymore",
  'no more texts',
  'quit texting me',
  'cancel these messages',
  'remove me from your list',
  'I want to opt out',
  'stop 7244',
  'Not interested. STOP texting me',
  'Not interested, stop',
  'Never mind, stop texting me',
  'Please cancel',
  'cancel please',
  'please quit',
  'Please end',
  'remove',
  'opt me out',
  'Skip 7244 and stop texting me',
  'Skip it and unsubscribe',
  'Skip 7244, then stop',
  'We are moving house next week so please cancel all these texts',
  'hör auf',
  'arrêter',
  'Lass mich in Ruhe',
  'ｓｔｏｐ',
  'st\u200Bop',
  // A single typo.
  'stpo',
  'sto',
  'stopp',
  'sstop',
  'unsubscribr',
  // In the languages of the first supported countries.
  'ARRÊT',
  'arrêtez svp',
  'Bitte keine SMS mehr',
  'abmelden',
  'message band karo',
  'कृपया बंद करें',
  '停止',
  'berhenti',
]

test.each([...stopWords, ...asTyped])('CALL-9 S38 %j stops texts, as the carrier and the law require', (body) => {
  expect(textKeyword(body)).toBe('stop')
})

test.each(['START', 'start', 'UNSTOP', 'unstop', 'YES', 'Yes!'])('CALL-9 %j lifts a STOP', (body) => {
  expect(textKeyword(body)).toBe('start')
})

test.each(['HELP', 'info', 'Help?'])('CALL-9 %j asks for help, which the carrier sends', (body) => {
  expect(textKeyword(body)).toBe('help')
})

test.each([
  'SKIP',
  'skip',
  '"Skip".',
  '👍 skip',
  'Skip it, do not stop the rest',
  'Please skip 7244',
  '7244 skip please',
  'skip7244',
  'can you skip 72 44, and don’t stop the texts',
  'bus stop at 7, skip 7244',
  'No more coffee, skip 7244',
  "Skip 7244 and don't stop",
])('CALL-9 %j skips a call', (body) => {
  expect(textKeyword(body)).toBe('skip')
})

test.each([
  '',
  '👍',
  '0',
  '9',
  'Cancel tomorrow',
  "Yes I'm up",
  'Start again',
  'End of May',
  'help me up',
  'stopped',
  'skipping',
  'restart',
  'S T O P',
  'option',
  'opt outside',
  "Don't stop",
  'do not stop texting me',
  'please never stop',
  "don't skip 7244",
  'Please START',
  'STAR',
  'yess',
  'stpo 7244',
  'I will stop by your office after the exam tomorrow and we can talk about all of it then',
  'No, cancel the one of tomorrow',
  'We are all moving house next week so please cancel all these texts',
  'constructor',
])('CALL-9 %j is not a keyword: it stops, starts and skips nothing', (body) => {
  expect(textKeyword(body)).toBe('other')
})

test.each([
  ['Stop', true],
  [' stop\n', true],
  ['stop it', false],
  ['stpo', false],
  ['arrêt', false],
  ['stop2', false],
  ['2stop', false],
  ['Stop.', false],
  ['', false],
])('CALL-9 %j is a single word that the carrier answers: %s', (body, isOne) => {
  expect(isCarrierWord(body)).toBe(isOne)
})

const WHEN = 'Wed, Sep 30 at 12:30 PM'
const announced = announcement('12:30 PM', "Dumont d'Urville", '0482')
const { skipped, ...plain } = TEXT_REPLIES
const texts = [announced, ...Object.values(plain), skipped(WHEN, false), skipped(WHEN, true)]

test.each([
  ['SKIP 0482', '0482'],
  ['skip 0482 please', '0482'],
  ['0482 skip', '0482'],
  ['SKIP 04 82', '0482'],
  ['SKIP 0-4-8-2', '0482'],
  ['skip ٠٤٨٢', '0482'],
  ['skip 0482 at 9', '0482'],
  ['at 9 skip 0482', '0482'],
  ['skip 482', '482'],
  ['SKIP 0482 1', '0482'],
  ['skip at 6 0482', '0482'],
  ['skip 6:30 0482', '0482'],
  ['SKIP', null],
])('S75 CALL-9 the digits in %j are %s', (body, digits) => {
  expect(textedDigits(body)).toBe(digits)
})

test('CALL-9 every keyword our texts mention does what they say', () => {
  const taught = new Set(texts.flatMap((text) => text.match(/\b[A-Z]{3,}\b/g) ?? []))
  expect([...taught].filter((word) => word !== 'PM').map((word) => [word, textKeyword(word)])).toEqual([
    ['SKIP', 'skip'],
    ['STOP', 'stop'],
    ['START', 'start'],
  ])
})

test('CALL-9 each text fits one SMS: at most 160 characters, all plain', () => {
  for (const text of texts) expect(text).toMatch(/^[A-Za-z0-9 .,:;()'-]{1,160}$/)
})

test('CALL-9 S39 an announcement says who calls, when, and how to skip, and comes 15 minutes ahead', () => {
  expect(announced).toMatch(
    /^Reveille will call you at 12:30 PM \(Dumont d'Urville time\)\. Reply SKIP 0482 to skip it\. STOP ends texts, not calls\.$/,
  )
  expect(minutes(ANNOUNCED_BEFORE_MS)).toBe('15 minutes')
})

test('CALL-9 the reply to STOP says that calls continue and how to undo it', () => {
  expect(TEXT_REPLIES.stopped).toMatch(/Your calls stay on\. Text START /)
})
