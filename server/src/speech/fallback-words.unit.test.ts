import { expect, test } from 'vitest'
import { fallbackWords, replacedWords } from './voices-page.ts'

const ENGINES = ['openai', 'flite']

test.each([
  ['nothing failed', { clips: { openai: 20, flite: 0 }, failures: {} }, []],
  ['an engine was skipped for its budget', { clips: { openai: 2, flite: 3 }, failures: { openai: {} } }, []],
  [
    'one was slow and once busy',
    { clips: { openai: 6, flite: 14 }, failures: { openai: { busy: 1, slow: 13 } } },
    ['flite spoke 14 of 20 clips: openai took too long (13 times), was busy (1 time).'],
  ],
  [
    'no other engine could',
    { clips: { openai: 6, flite: 0 }, failures: { openai: { auth: 2 } } },
    ['No other engine spoke for openai: openai refused our key (2 times).'],
  ],
])('CALL-8 an operator reads which engine spoke instead, and why: %s', (_case, counts, words) => {
  expect(fallbackWords(ENGINES, counts)).toEqual(words)
})

test('CALL-8 a voice check says which engine would speak for silent characters', () => {
  const row = { engine: 'openai', voice: 'x', realTimeFactor: 1, clip: Buffer.from('sound'), problem: null }
  const silent = { ...row, realTimeFactor: null, clip: null, problem: 'is refused (invalid)' }
  const checked = [
    { ...row, voiceId: 'lily' },
    { ...silent, voiceId: 'bill' },
    { ...silent, voiceId: 'jocko' },
  ] as const
  expect(replacedWords(ENGINES, checked)).toEqual([
    "openai can't speak for 2 of 3 characters, flite would: Bill Next Door, The Sergeant.",
  ])
  expect(replacedWords(['openai'], checked.slice(1, 2))).toEqual([
    "openai can't speak for 1 of 1 characters, the carrier's basic voice would: Bill Next Door.",
  ])
  expect(replacedWords(ENGINES, checked.slice(0, 1))).toEqual([])
})
