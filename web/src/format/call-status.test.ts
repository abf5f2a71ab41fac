import { expect, test } from 'vitest'
import { statusBadge } from './call-status.ts'

test.each([
  ['completed', 'Completed', 'good'],
  ['unconfirmed', 'Not confirmed', 'warn'],
  ['pending', 'Pending', 'warn'],
  ['failed', 'Failed', 'bad'],
  ['no_answer', 'No Answer', 'calm'],
  ['answered', 'In progress', 'warn'],
  ['something new', 'Pending', 'warn'],
])('HIST-2 WAKE-17 %s reads "%s"', (status, word, tone) => {
  expect(statusBadge(status)).toEqual({ word, tone })
})

test.each([
  ['completed', 'Snoozed', 'calm'],
  ['no_answer', 'No Answer', 'calm'],
])('HIST-2 %s after a snooze reads "%s"', (status, word, tone) => {
  expect(statusBadge(status, true)).toEqual({ word, tone })
})
