import { expect, test } from 'vitest'
import { caretAfter, editedNumber } from './use-as-typed.ts'

test('PHONE-1 a backspace that removes only a bracket takes the digit before it', () => {
  const edit = { before: '(202) 5', value: '(2025', caret: 4, isBackspace: true }
  expect(editedNumber(edit)).toEqual({ value: '(205', digits: 2 })
  expect(editedNumber({ ...edit, isBackspace: false })).toEqual({ value: '(2025', digits: 3 })
  expect(editedNumber({ ...edit, before: '(202) 55' })).toEqual({ value: '(2025', digits: 3 })
  expect(editedNumber({ ...edit, value: '202) 5', caret: 0 })).toEqual({ value: '202) 5', digits: 0 })
})

test.each([
  ['(202) 555-0123', 0, 0],
  ['(202) 555-0123', 3, 4],
  ['(202) 555-0123', 4, 7],
  ['(202) 555-0123', 10, 14],
  ['(202)', 3, 5],
  ['+61 491', 3, 3],
])('PHONE-1 in %s the caret stays after %i digits', (value, digits, caret) => {
  expect(caretAfter(value, digits)).toBe(caret)
})
