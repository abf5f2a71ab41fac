import { VOICE_DISCLAIMER } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { questions } from './help-texts.ts'

test('PREF-6 the FAQ says, word for word, that the voices are nobody real', () => {
  const { answer } = questions().find(({ question }) => question.includes('voices'))!
  expect(answer).toContain(VOICE_DISCLAIMER)
})

test('HELP-1 WAKE-6 WAKE-10 the FAQ says that a pick-up is not enough, and that the calls end', () => {
  const { answer } = questions().find(({ question }) => question.includes('miss a call'))!
  expect(answer).toContain("If you pick up but press nothing, it doesn't count as awake, and we'll check again.")
  expect(answer.join(' ')).toContain("we'll try up to four more times, then stop")
})
