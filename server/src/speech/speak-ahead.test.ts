import { everySharedSentence } from '@reveille/core/message/every-shared-sentence'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { expect, test } from 'vitest'
import { servicesOn } from '../../test/harness/app/services-on.ts'
import { createTestDatabase } from '../../test/harness/database/test-database.ts'
import { quickVoice } from '../../test/harness/outside/quick-voice.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { makeAhead, speak } from './clips/speak.ts'
import type { Speech, SpeechRequest } from './engines/speech-engine.ts'
import { speakAhead } from './speak-ahead.ts'

/** An installation that speaks ahead, its engine's requests, and an in-memory storage. */
async function startAhead(broken: Partial<Storage> = {}) {
  const database = await createTestDatabase()
  const files = new Set<string>()
  const storage = {
    exists: async (key: string) => files.has(key),
    put: async (key: string) => void files.add(key),
    ...broken,
  }
  const settings = { SPEECH_AHEAD: 'on' }
  const joined = await servicesOn(database, { now: Date.parse('2027-01-15T06:00:00Z'), settings, storage })
  const { services, clock } = joined
  const asked: SpeechRequest[] = []
  const engine = { answer: quickVoice.synthesize }
  const synthesize: Speech['synthesize'] = async (request) => {
    asked.push(request)
    return engine.answer(request)
  }
  services.speech = [{ ...quickVoice, synthesize }]
  return {
    services,
    clock,
    asked,
    engine,
    said: () => asked.map(({ voiceId, form, text }) => `${voiceId} ${form} ${text}`),
    async [Symbol.asyncDispose]() {
      await joined[Symbol.asyncDispose]()
      await database.drop()
    },
  }
}

const isBusy: Speech['synthesize'] = async () => ({ outcome: 'busy' })
const never = new AbortController().signal

test('WAKE-35 VOICE-1 everything shared is spoken ahead, once: all introductions, then what calls say first', async () => {
  await using started = await startAhead()
  const { services, asked, engine, said } = started
  const run = speakAhead(services, never)
  engine.answer = isBusy
  await run()
  await run()
  expect(said()).toEqual(Array(2).fill(said()[0])) // yields when busy, then retries the same one
  asked.length = 0
  engine.answer = quickVoice.synthesize
  for (let before = -1; before < asked.length;) {
    before = asked.length
    await run()
  }
  const voices = VOICE_IDS.length
  expect(said().slice(0, voices)).toEqual(VOICE_IDS.map((id) => expect.stringContaining(`${id} preview `) as string))
  expect(said().slice(voices, 2 * voices)).toEqual(VOICE_IDS.map((id) => `${id} phone ${everySharedSentence(id)[0]}`))
  const shared = VOICE_IDS.flatMap((id) => everySharedSentence(id).map((text) => `${id} phone ${text}`))
  expect(said().slice(voices).toSorted()).toEqual(shared.toSorted())
  expect(asked.every(({ ahead }) => ahead)).toBe(true)
  await speakAhead(services, never)() // a new start finds everything done
  expect(asked).toHaveLength(voices + shared.length)
})

test('WAKE-35 one worker at a time speaks ahead, for a minute; one that stops finishes its clip', async () => {
  await using started = await startAhead()
  const { services, clock, asked, engine } = started
  const [one, other] = [speakAhead(services, never), speakAhead(services, AbortSignal.abort())]
  engine.answer = isBusy
  const askedBy = async (worker: () => Promise<void>) => {
    const before = asked.length
    await worker()
    return asked.length - before
  }
  expect([await askedBy(one), await askedBy(other)]).toEqual([1, 0])
  await clock.advance({ seconds: 59 })
  expect([await askedBy(one), await askedBy(other)]).toEqual([1, 0])
  await clock.advance({ seconds: 1 })
  engine.answer = quickVoice.synthesize
  expect([await askedBy(other), await askedBy(one)]).toEqual([1, 0])
})

test('WAKE-35 speaking ahead takes at most a fifth of a core, and pauses while somebody uses the app', async () => {
  await using started = await startAhead()
  const { services, clock, asked, engine } = started
  let isInUse = true
  const run = speakAhead(services, never, () => isInUse)
  engine.answer = async (request) => {
    await clock.advance({ ms: 150 })
    isInUse = asked.length === 2
    return quickVoice.synthesize(request)
  }
  const askedIn = async () => {
    const before = asked.length
    await run()
    return asked.length - before
  }
  expect(await askedIn()).toBe(0)
  isInUse = false
  expect(await askedIn()).toBe(2) // a visitor came during the second clip
  isInUse = false
  await clock.advance({ ms: 4 * 300 - 1 })
  expect(await askedIn()).toBe(0)
  await clock.advance({ ms: 1 })
  expect(await askedIn()).toBeGreaterThan(0)
})

test('WAKE-35 nothing is spoken ahead with a paid engine, or when it is off', async () => {
  await using started = await startAhead()
  const { services, asked } = started
  const [engine] = services.speech
  services.speech = [engine, quickVoice]
  await speakAhead(services, never)()
  services.speech = [engine]
  const { config } = services
  for (const speech of [
    { ...config.speech, ahead: false },
    { ...config.speech, carrier: {} },
  ]) {
    services.config = { ...config, speech }
    await speakAhead(services, never)()
  }
  expect(asked).toEqual([])
})

test("WAKE-35 a clip made ahead is found by its call; a busy engine is retried later, one that can't say it is not", async () => {
  await using started = await startAhead()
  const { services, asked, engine } = started
  const [speech] = services.speech
  const stop = new AbortController()
  const ahead = (text: string) => makeAhead(services, speech, { voiceId: 'lily', form: 'phone', text }, stop.signal)
  expect([await ahead('One.'), await ahead(' One. ')]).toEqual([true, true])
  expect(await speak(services, [{ voiceId: 'lily', form: 'phone', text: 'One.' }])).toMatchObject({ outcome: 'ready' })
  expect(asked).toMatchObject([{ text: 'One.', ahead: true }])
  engine.answer = isBusy
  expect(await ahead('Two.')).toBe(false)
  engine.answer = async () => ({ outcome: 'refused', reason: 'invalid' })
  expect(await ahead('Two.')).toBe(true)
  engine.answer = async () => {
    stop.abort(new Error('this worker stops'))
    throw new Error('ended with SIGKILL')
  }
  expect(await ahead('Three.')).toBe(false)
})

test('WAKE-35 a full storage makes speaking ahead fail visibly', async () => {
  const put = () => Promise.reject(new Error('no space left'))
  await using started = await startAhead({ put })
  await expect(speakAhead(started.services, never)()).rejects.toThrow('no space left')
})
