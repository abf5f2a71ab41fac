import { UNTOLD } from '@reveille/core/preferences/preferences'
import { expect, test } from 'vitest'
import { chosenWords } from './preferences-summary.tsx'
import { draftOf, EMPTY_DRAFT, faultOf, preferencesOf } from './wizard-draft.ts'
import { toggled } from './wizard-steps.tsx'

test.each([
  ['PREF-2 no goal', 1, EMPTY_DRAFT, 'Please select at least one goal'],
  [
    'PREF-2 an empty custom goal',
    1,
    { ...EMPTY_DRAFT, goals: ['other'], otherGoal: ' ' },
    'Please specify your custom goal',
  ],
  ['PREF-2 a custom goal', 1, { ...EMPTY_DRAFT, goals: ['other'], otherGoal: 'dog' }, null],
  ['PREF-3 no struggle', 2, EMPTY_DRAFT, 'Please select at least one struggle'],
  [
    'PREF-3 an empty custom struggle',
    2,
    { ...EMPTY_DRAFT, struggles: ['other'] },
    'Please specify your custom struggle',
  ],
  [
    'PREF-3 a blank custom struggle',
    2,
    { ...EMPTY_DRAFT, struggles: ['other'], otherStruggle: ' ' },
    'Please specify your custom struggle',
  ],
  ['PREF-3 a custom struggle', 2, { ...EMPTY_DRAFT, struggles: ['other'], otherStruggle: 'cats' }, null],
  ['PREF-3 a listed struggle', 2, { ...EMPTY_DRAFT, struggles: ['tired'] }, null],
  ['PREF-4 no voice', 3, EMPTY_DRAFT, 'Please select a voice'],
  ['PREF-4 a voice', 3, { ...EMPTY_DRAFT, voice: 'lily' }, null],
] as const)('%s', (_case, step, draft, fault) => {
  expect(faultOf(step, draft as unknown as typeof EMPTY_DRAFT)?.message ?? null).toBe(fault)
})

test('PREF-1 saved preferences fill the wizard, and an unused custom goal is not sent', () => {
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
    version: 1,
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

test('PREF-1 saved preferences are sent unchanged, and blanks around texts are trimmed', () => {
  const words = { otherGoal: 'Fame', goalDescription: 'Daily', otherStruggle: 'Cats' }
  const lists = { goals: ['other'], goal: 'other', struggles: ['other'], struggle: 'other' } as const
  const saved = {
    ...words,
    goals: [...lists.goals],
    struggles: [...lists.struggles],
    goal: lists.goal,
    struggle: lists.struggle,
  }
  const draft = draftOf({ ...saved, voice: 'lily', customVoice: null, version: 1 })
  expect(preferencesOf({ ...draft, voice: 'lily' })).toMatchObject(words)
  const padded = {
    ...draft,
    otherGoal: ' Fame ',
    goalDescription: ' Daily ',
    otherStruggle: ' Cats ',
    voice: 'lily' as const,
  }
  expect(preferencesOf(padded)).toMatchObject(words)
})

test('PREF-1 without saved preferences the wizard starts empty, and missing texts are empty', () => {
  expect(draftOf(null)).toEqual(EMPTY_DRAFT)
  const { otherGoal, goalDescription, otherStruggle } = draftOf({
    goals: ['study'],
    goal: 'study',
    otherGoal: null,
    goalDescription: null,
    struggles: ['tired'],
    struggle: 'tired',
    otherStruggle: null,
    voice: 'liam',
    customVoice: null,
    version: 1,
  })
  expect([EMPTY_DRAFT.otherGoal, EMPTY_DRAFT.otherStruggle, otherGoal, goalDescription, otherStruggle]).toEqual(
    Array(5).fill(''),
  )
})

test('PREF-1 a voice chosen alone starts the wizard without goals or struggles', () => {
  const chosen = { ...UNTOLD, goal: 'other', struggle: 'other', voice: 'bill', customVoice: null, version: 1 } as const
  expect(draftOf({ ...chosen, goals: ['other'], struggles: ['other'] })).toEqual({ ...EMPTY_DRAFT, voice: 'bill' })
})

test('PREF-1 the summary shows custom words instead of “Something else”', () => {
  const own = { goals: ['study', 'other'], struggles: ['other', 'tired'] } as const
  const listed = { goals: [...own.goals], struggles: [...own.struggles] }
  expect(chosenWords(listed.goals, 'Fame')).toMatch(/^\p{L}[^·]* · Fame$/u)
  expect(chosenWords(listed.struggles, 'Cats')).toMatch(/^Cats · \p{L}[^·]*$/u)
  expect(chosenWords(listed.goals, null)).toMatch(/ · Something else$/)
  expect(chosenWords(listed.struggles, null)).toMatch(/^Something else · /)
})

test('PREF-2 a chosen card is added once, at the end, and can be deselected', () => {
  expect(toggled(['study'], 'exercise', true)).toEqual(['study', 'exercise'])
  expect(toggled(['study', 'exercise'], 'study', true)).toEqual(['exercise', 'study'])
  expect(toggled(['study', 'exercise'], 'study', false)).toEqual(['exercise'])
})
