import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CALL_KINDS } from '../calls/call-lifecycle.ts'
import { SNOOZE_MINUTES } from '../calls/next-step.ts'
import { EVERY_TASK, PROOFS } from '../calls/proof.ts'
import { GOALS, STRUGGLES } from '../preferences/preferences.ts'
import { VOICE_IDS } from '../speech/voices.ts'
import { WEEKDAYS } from '../time/weekday.ts'
import { composeCall } from './compose-call.ts'
import { everySharedSentence } from './every-shared-sentence.ts'
import { sentencesOf } from './sentence.ts'
import { ada, YEAR } from './test-data/ada.ts'

const sentences = Object.fromEntries(VOICE_IDS.map((voiceId) => [voiceId, everySharedSentence(voiceId)]))

test('WAKE-35 every shared sentence of a call is among those rendered ahead', () => {
  const request = fc.record({
    voiceId: fc.constantFrom(...VOICE_IDS),
    kind: fc.constantFrom(...CALL_KINDS),
    localDate: fc.constantFrom(...YEAR),
    localTime: fc.constantFrom(null, '00:00', '03:25', '06:05', '12:00', '14:40', '23:55'),
    weekday: fc.constantFrom(...WEEKDAYS),
    nextCallWeekday: fc.constantFrom(...WEEKDAYS, 'later' as const, null),
    goals: fc.constantFrom(...GOALS).map((goal) => [goal]),
    struggles: fc.constantFrom(...STRUGGLES).map((struggle) => [struggle]),
    snoozesLeft: fc.constantFrom(0, 2),
    snoozeMinutes: fc.constantFrom(...SNOOZE_MINUTES),
    proof: fc.constantFrom(...PROOFS),
    tasks: fc.shuffledSubarray([...EVERY_TASK], { minLength: 3, maxLength: 3 }),
    isTriedAgain: fc.boolean(),
    isCheckedAgain: fc.boolean(),
    saysHowToStop: fc.boolean(),
    recorded: fc.boolean(),
    seed: fc.string(),
  })
  const all = Object.fromEntries(VOICE_IDS.map((voiceId) => [voiceId, new Set(sentences[voiceId])]))
  fc.assert(
    fc.property(request, (change) => {
      fc.pre(change.snoozeMinutes > 0 || (change.kind !== 'snooze' && change.snoozesLeft === 0))
      const { spokeOf: _label, taskPrompts, ...parts } = composeCall({ ...ada, ...change })
      const shared = [...Object.values(parts), ...taskPrompts].flat().filter(({ isPersonal }) => !isPersonal)
      expect(shared.map(({ text }) => text).filter((text) => !all[change.voiceId]!.has(text))).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})

test('WAKE-35 each is a single sentence without tokens, and a few thousand serve everybody', () => {
  const all = Object.values(sentences).flat()
  expect(all.filter((text) => sentencesOf(text).length !== 1 || /[{}]/.test(text))).toEqual([])
  expect(all.length).toBeGreaterThan(2_500)
  expect(all.length).toBeLessThan(8_000)
})
