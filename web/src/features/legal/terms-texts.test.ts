import { VOICE_DISCLAIMER } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { TERMS } from './terms-texts.ts'

test('PREF-6 the terms say, word for word, that the voices are nobody real', () => {
  expect(TERMS.flatMap(({ paragraphs }) => paragraphs ?? [])).toContain(VOICE_DISCLAIMER)
})
