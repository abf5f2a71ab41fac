import { expect, test } from 'vitest'
import { answerDigits, morningWords, taskLabel } from './open-morning-card.tsx'

const at = { date: '2027-01-18', time: '06:30', weekday: 'mon', today: '2027-01-18' } as const

test('WAKE-7 WAKE-9 the dashboard asks for a press, the digits in order, or the sum', () => {
  expect(taskLabel({ kind: 'button' })).toBeNull()
  expect(taskLabel({ kind: 'digits', digits: '473' })).toBe('Type these digits: 4 7 3')
  expect(taskLabel({ kind: 'sum', a: 26, b: 7 })).toBe("What's 26 + 7?")
})

test('WAKE-16 the card says which call it answers', () => {
  expect(morningWords({ at, isSecondCheck: false })).toBe('This counts as answering your 6:30 AM call.')
  expect(morningWords({ at, isSecondCheck: true })).toBe('This is the second check for your 6:30 AM call.')
})

test('WAKE-7 spaces and dashes between typed digits are ignored', () => {
  expect(answerDigits(' 4 7-3')).toBe('473')
})
