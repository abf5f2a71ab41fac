import { expect, test } from 'vitest'
import { draftOf, EMPTY_DRAFT, faultOf, preferencesOf } from './wizard-draft.ts'

test.each([
  ['PREF-2 no goal', 1, EMPTY_DRAFT, 'Please select at least one goal'],
  [
    'PREF-2 an empty own goal',
    1,
    { ...EMPTY_DRAFT, goals: ['other'], otherGoal: ' ' },
    'Please specify your custom goal',
  ],
  ['PREF-2 an own goal', 1, { ...EMPTY_DRAFT, goals: ['other'], otherGoal: 'dog' }, null],
  ['PREF-3 no struggle', 2, EMPTY_DRAFT, 'Please select at least one struggle'],
  ['PREF-3 an empty own struggle', 2, { ...EMPTY_DRAFT, struggles: ['other'] }, 'Please specify your custom struggle'],
  ['PREF-4 no voice', 3, EMPTY_DRAFT, 'Please select a voice'],
  ['PREF-4 a voice', 3, { ...EMPTY_DRAFT, voice: 'lily' }, null],
] as const)('%s', (_case, step, draft, fault) => {
  expect(faultOf(step, draft as unknown as typeof EMPTY_DRAFT)).toBe(fault)
})

test('PREF-1 what was saved fills the wizard, and nothing left over is sent', () => {
  const draft = draftOf({
    goals: ['study'],
    goal: 'study',
    otherGoal: 'an old one',
    goalDescription: null,
    struggles: ['tired'],
    struggle: 'tired',
    otherStruggle: null,
    voice: 'liam',
    customVoice: null,
  })
  expect(preferencesOf({ ...draft, voice: 'liam' })).toEqual({
    goals: ['study'],
    otherGoal: null,
    goalDescription: null,
    struggles: ['tired'],
    otherStruggle: null,
    voice: 'liam',
  })
})
