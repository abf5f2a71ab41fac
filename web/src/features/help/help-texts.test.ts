import { VOICE_DISCLAIMER } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { questions } from './help-texts.ts'

test('PREF-6 the FAQ says, word for word, that the voices are nobody real', () => {
  const { answer } = questions().find(({ question }) => question.includes('voices'))!
  expect(answer).toContain(VOICE_DISCLAIMER)
})
