import { expect, test } from 'vitest'
import { statusBadge } from './call-status.ts'

test.each([
  ['completed', 'Completed', 'good'],
  ['pending', 'Pending', 'warn'],
  ['failed', 'Failed', 'bad'],
  ['no_answer', 'No Answer', 'calm'],
  ['answered', 'In progress', 'warn'],
  ['something new', 'Pending', 'warn'],
])('HIST-2 %s reads "%s"', (status, word, tone) => {
  expect(statusBadge(status)).toEqual({ word, tone })
})
