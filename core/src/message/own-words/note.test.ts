import { expect, test } from 'vitest'
import { speakableNote } from './note.ts'
import { dateOrderOf } from './spoken-date.ts'

test.each([
  ['exam at 9, room 204', 'exam at nine, room two oh four'],
  ['Exam at 9. Bring my ID! See https://x.example/me', 'Exam at nine, Bring my ID, See'],
  ['court at 10:30, I hate it', 'court at ten thirty, I hate it'],
  ['<b>run</b> 🏃', 'run'],
  ['code 483920', 'code four eight three nine two oh'],
  [null, ''],
  [
    '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17',
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  ],
])('WAKE-26 WAKE-33 a note %j is said as it was meant: %j', (written, said) => {
  expect(speakableNote(written, 'day-first')).toBe(said)
})

test.each([
  ['+12025550123', 'month-first'],
  ['+491701234567', 'day-first'],
  [null, 'day-first'],
])('WAKE-33 a phone of %s reads dates %s', (phone, order) => {
  expect(dateOrderOf(phone)).toBe(order)
})
