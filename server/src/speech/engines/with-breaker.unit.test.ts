import type { VoiceId } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import type { Speech, SpeechResult } from './speech-engine.ts'
import { withBreaker } from './with-breaker.ts'

const spoken: SpeechResult = { outcome: 'spoken', audio: Buffer.from('up') }
const anHour = 60 * 60_000
const request = { voiceId: 'lily', text: 'Up.', form: 'phone', signal: new AbortController().signal } as const

/** An engine that answers as `answer` says, and counts its requests. */
function scriptedEngine() {
  const state = { answer: (): SpeechResult | Promise<SpeechResult> => spoken, asked: 0, now: 0 }
  const engine: Speech = {
    engine: 'scripted',
    engineVersion: '1',
    maxChars: 100,
    fingerprint: () => '',
    synthesize: async () => {
      state.asked++
      return state.answer()
    },
  }
  const speech = withBreaker(engine, { monotonic: () => state.now })
  const say = (voiceId: VoiceId = 'lily') =>
    speech.synthesize({ ...request, voiceId }).catch((error: unknown) => String(error))
  return { state, say }
}

test.each<[string, () => SpeechResult | Promise<SpeechResult>]>([
  ['it is down', () => Promise.reject(new Error('ECONNREFUSED'))],
  ['it is busy', () => ({ outcome: 'busy' })],
  ['its quota is used up', () => ({ outcome: 'refused', reason: 'quota' })],
  ['it rejects the key', () => ({ outcome: 'refused', reason: 'auth' })],
])("CALL-8 after three failures because %s the engine's circuit breaker opens for a minute", async (_case, answer) => {
  const { state, say } = scriptedEngine()
  state.answer = answer
  for (let i = 0; i < 10; i++) await say()
  expect(state.asked).toBe(3)
  state.now = 59_999
  expect(await say()).toContain('circuit breaker is open')
  expect(state.asked).toBe(3)
})

test('CALL-8 after the minute one request tries; success closes the breaker, failure keeps it open', async () => {
  const { state, say } = scriptedEngine()
  state.answer = () => Promise.reject(new Error('down'))
  for (let i = 0; i < 3; i++) await say()
  state.now = 60_000
  await Promise.all([say(), say(), say()])
  expect(state.asked).toBe(4)
  state.now = 120_000
  state.answer = () => spoken
  expect(await say()).toEqual(spoken)
  expect(await say()).toEqual(spoken)
})

test('CALL-8 a refused text, or an occasional failure, does not open the circuit breaker', async () => {
  const { state, say } = scriptedEngine()
  state.answer = () => ({ outcome: 'refused', reason: 'too-long' })
  for (let i = 0; i < 10; i++) await say()
  state.answer = () => (state.asked % 3 === 0 ? spoken : Promise.reject(new Error('hiccup')))
  for (let i = 0; i < 10; i++) await say()
  expect(state.asked).toBe(20)
})

test('CALL-8 a refused voice is not requested for an hour, and the others go on', async () => {
  const { state, say } = scriptedEngine()
  const refusal: SpeechResult = { outcome: 'refused', reason: 'quota', onlyThisVoice: true }
  state.answer = () => refusal
  expect(await say('lily')).toEqual(refusal)
  for (let i = 0; i < 5; i++) expect(await say('lily')).toEqual({ ...refusal, breakerOpen: true })
  expect(state.asked).toBe(1)
  state.answer = () => spoken
  expect(await say('bill')).toEqual(spoken)
  state.now = anHour - 1
  expect(await say('lily')).toMatchObject({ breakerOpen: true })
  state.now = anHour
  expect(await say('lily')).toEqual(spoken)
})
