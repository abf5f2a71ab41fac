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
