import type { Call } from '@reveille/contract/calls'
import { ANSWERS } from '@reveille/contract/test-data/answers'
import { expect, test } from 'vitest'
import { unheardSample, unheardWords } from './sample-call-card.tsx'

const sample: Call = { ...(ANSWERS.callHistory[0] as [Call])[0], kind: 'sample', phase: 'ended', status: 'completed' }

test.each<[string, Partial<Call>, string | null]>([
  ['heard', { status: 'completed' }, null],
  ['not picked up, declined or busy', { status: 'no_answer', duration: null }, "We called and you didn't pick up."],
  [
    'hung up immediately',
    { status: 'no_answer', duration: 2 },
    'We called, and the call ended before you could hear us.',
  ],
  ['picked up by voicemail', { status: 'no_answer', duration: 30 }, 'We called, and voicemail picked up.'],
  ['failed', { status: 'failed', duration: null }, 'Your sample call failed.'],
  ['unknown', { status: 'unconfirmed' }, "We called, but can't tell if you heard us."],
])('DASH-3 the card says how the sample ended: %s', (_case, outcome, words) => {
  const unheard = unheardSample([{ ...sample, ...outcome }])
  expect(unheard && unheardWords(unheard)).toBe(words)
})

test('DASH-3 only the last ended call counts', () => {
  const missed: Call = { ...sample, status: 'no_answer' }
  expect(unheardSample([{ ...sample, phase: 'ringing', status: 'pending' }, missed])).toBe(missed)
  expect(unheardSample([sample, missed])).toBeNull()
  expect(unheardSample([{ ...missed, kind: 'first' }, missed])).toBeNull()
  expect(unheardSample([])).toBeNull()
})
