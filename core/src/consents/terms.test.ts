import { expect, test } from 'vitest'
import { VOICE_DISCLAIMER } from '../speech/voices.ts'
import { TERMS } from './terms.ts'

test('PREF-6 the terms say, word for word, that the voices are nobody real', () => {
  expect(TERMS.clauses.flatMap(({ paragraphs }) => paragraphs ?? [])).toContain(VOICE_DISCLAIMER)
})
