import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { composeParts } from '../compose-call.ts'
import { textOf } from '../sentence.ts'
import { countWords, isWithinLimits } from '../spoken-length.ts'
import { ada, YEAR } from '../test-data/ada.ts'
import { STYLE_SHEETS } from '../voices/style-sheets.ts'
import { speakableNote } from './note.ts'

test.each([
  ['exam at 9, room 204', 'exam at nine, room two oh four'],
  ['Exam at 9. Bring my ID! See https://x.example/me', 'Exam at nine, Bring my ID, See'],
  ['court at 10:30, I hate it', 'court at ten thirty, I hate it'],
  ['<b>run</b> 🏃', 'run'],
  ['code 483920', 'code four eight three nine two oh'],
  ['press 0 to stop', 'press zero to stop'],
  ['Экзамен в 9, room 204', 'room two oh four'],
  ['Экзамен в 9', ''],
  [null, ''],
  [
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  ],
])('WAKE-26 WAKE-33 a note %j is spoken as meant: %j', (written, said) => {
  expect(speakableNote(written, 'day-first')).toBe(said)
})

const LONG = 'take the 7 15 train from platform 12, with passport, tickets, keys, charger and sandwiches!!!'.slice(
  0,
  80,
)

test.each(VOICE_IDS)(
  'WAKE-26 WAKE-2 %s says a note whole on each of 120 days, in place of the struggle and within the limits',
  (voiceId) => {
    const order = 'day-first'
    for (const note of ['exam at 9, room 204', LONG])
      for (const localDate of YEAR.slice(0, 120)) {
        const call = composeParts({ ...ada, voiceId, localDate, note, dateOrder: order })
        expect(textOf(call.message.note)).toContain(`: ${speakableNote(note, order)}.`)
        expect(call.message.note.every(({ isPersonal }) => isPersonal)).toBe(true)
        expect(countWords(textOf(call.message.note))).toBeLessThanOrEqual(22 + 2)
        expect(call.message.struggle).toEqual([])
        expect(isWithinLimits(call.message, call, STYLE_SHEETS[voiceId].pace)).toBe(true)
      }
  },
)

test.each([
  ['first', true],
  ['retry', true],
  ['snooze', false],
  ['wake-check', false],
  ['second-check', false],
  ['sample', false],
] as const)('WAKE-26 a %s call speaks the note: %s', (kind, isSaid) => {
  const { message } = composeParts({ ...ada, kind, attempt: 2, tryNumber: 2, note: 'exam at 9' })
  expect(textOf(message.note).endsWith('exam at nine.')).toBe(isSaid)
  if (kind === 'retry') expect(message.why).toEqual([]) // one reason is enough
})
