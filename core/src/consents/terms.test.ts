import { expect, test } from 'vitest'
import { VOICE_DISCLAIMER } from '../speech/voices.ts'
import { termsOf } from './terms.ts'

test('PREF-6 the terms say, word for word, that no voice is a real person', () => {
  expect(termsOf(true).clauses.flatMap(({ paragraphs }) => paragraphs ?? [])).toContain(VOICE_DISCLAIMER)
})

test('LEGAL-1 the terms say about texts what carriers ask for: the program, frequency, STOP and HELP, and carrier liability', () => {
  const words = termsOf(true)
    .added.clauses.find(({ title }) => title === 'Our texts')
    ?.paragraphs.join(' ')
  for (const said of [
    'Reveille Wake-up Texts',
    'Message frequency',
    'Standard message and data rates may apply',
    'STOP',
    'START',
    'HELP',
    'without texts',
    "Carriers aren't liable for delayed or undelivered messages",
  ])
    expect(words).toContain(said)
})
