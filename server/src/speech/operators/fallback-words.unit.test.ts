import { expect, test } from 'vitest'
import { fallbackWords } from './fallback-words.ts'

const ENGINES = ['openai', 'flite']

test.each([
  ['nothing failed', { clips: { openai: 20, flite: 0 }, failures: {} }, []],
  ['an engine was passed over for its budget', { clips: { openai: 2, flite: 3 }, failures: { openai: {} } }, []],
  [
    'one was slow and once busy',
    { clips: { openai: 6, flite: 14 }, failures: { openai: { busy: 1, slow: 13 } } },
    ['flite spoke 14 of 20 clips: openai took too long (13 times), was busy (1 time).'],
  ],
  [
    'nobody else could',
    { clips: { openai: 6, flite: 0 }, failures: { openai: { auth: 2 } } },
    ['No other engine spoke for openai: openai refused our key (2 times).'],
  ],
])('CALL-8 an operator reads who spoke for whom, and why: %s', (_case, counts, words) => {
  expect(fallbackWords(ENGINES, counts)).toEqual(words)
})
