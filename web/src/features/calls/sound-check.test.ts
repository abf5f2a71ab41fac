import type { Call } from '@reveille/contract/calls'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { expect, test } from 'vitest'
import { lastSample } from './sample-call-card.tsx'
import { unheardWords } from './sound-check.tsx'

const sample: Call = { ...(ANSWERS.callHistory[0] as [Call])[0], kind: 'sample', phase: 'ended', status: 'completed' }

test.each<[string, Partial<Call>, string | null]>([
  ['heard', { status: 'completed' }, null],
  ['not picked up, declined or busy', { status: 'no_answer', duration: null }, "We called and you didn't pick up."],
  ['hung up at once', { status: 'no_answer', duration: 2 }, 'We called, and the call ended before you could hear us.'],
  ['taken by voicemail', { status: 'no_answer', duration: 30 }, 'We called, and voicemail picked up.'],
  ['failed', { status: 'failed', duration: null }, 'Your sample call failed.'],
  ['of unknown outcome', { status: 'unconfirmed' }, "We called, but can't tell if you heard us."],
])('DASH-3 the dashboard says what became of a sample that was %s', (_case, outcome, words) => {
  expect(unheardWords({ ...sample, ...outcome })).toBe(words)
})

test('DASH-3 only the last call counts, and one under way has no outcome yet', () => {
  const missed: Call = { ...sample, status: 'no_answer' }
  expect(lastSample([{ ...sample, phase: 'ringing', status: 'pending' }, missed])).toBe(missed)
  expect(lastSample([sample, missed])).toBe(sample)
  expect(lastSample([{ ...missed, kind: 'first' }, missed])).toBeNull()
  expect(lastSample([])).toBeNull()
})
