import { expect, test } from 'vitest'
import { newDraft } from './schedule-draft.ts'
import { PROOF_CHOICES, SNOOZE_CHOICES, wakingWords } from './waking-panel.tsx'

const draft = newDraft('UTC')

test.each([
  [{}, 'Press 1 · snooze 9 min, 3 times · up to 4 more tries'],
  [{ proof: 'firm', snoozeLimit: 1 }, 'Press 1 and three digits · snooze 9 min, once · up to 4 more tries'],
  [{ snoozeMinutes: 15, snoozeLimit: 2 }, 'Press 1 · snooze 15 min, twice · up to 4 more tries'],
  [{ proof: 'strict', snoozeMinutes: 0, callRetry: false }, 'Math and a second call · no snooze · no retry'],
] as const)('WAKE-6 the closed panel says what is chosen: %o', (chosen, words) => {
  expect(wakingWords({ ...draft, ...chosen })).toBe(words)
})

test('WAKE-7 WAKE-9 WAKE-28 the panel offers three proofs, and three snoozes or none', () => {
  expect(PROOF_CHOICES.map(({ title, description }) => `${title}: ${description}`)).toEqual([
    'Gentle: Press 1.',
    'Firm: Press 1, then type the digits you hear.',
    'Strict: Easy math, and a second call ten minutes later.',
  ])
  expect(SNOOZE_CHOICES).toEqual([
    ['5 min', 5],
    ['9 min', 9],
    ['15 min', 15],
    ['None', 0],
  ])
})
