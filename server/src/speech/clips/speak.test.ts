import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStorage } from '../../platform/storage/flydrive.adapter.ts'
import type { AllServices } from '../../services.ts'
import type { Speech, SpeechEngines, SpeechRequest, SpeechResult } from '../engines/speech-engine.ts'
import { removeClipsOf, removeOldClips } from './clip-folder.ts'
import { speak as speakAll, type ToSpeak } from './speak.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'speak-test-'))))
afterEach(() => rm(folder, { recursive: true }))

const logged: string[] = []
const counted: string[] = []
const failed: string[] = []

const DAY = 86_400_000
let now = 0
beforeEach(() => void (now = Date.UTC(2027, 0, 15)))
const testClock = { now: () => now } as AllServices['clock']

async function services(...speech: SpeechEngines) {
  logged.length = 0
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  counted.length = 0
  failed.length = 0
  const metrics = {
    speechFailed: (name: string, voiceId: string, reason: string) => void failed.push(`${name} ${voiceId} ${reason}`),
    clip: (name: string, how: string, characters: number) => void counted.push(`${how} by ${name}: ${characters}`),
    spokeInstead: (name: string, by: string) => void counted.push(`${by} instead of ${name}`),
  } as unknown as AllServices['metrics']
  return { speech, log, metrics, clock: testClock, storage: await openStorage(pathToFileURL(folder).href, null, log) }
}

/** An engine that answers as told and records its requests. */
function engine(
  name: string,
  answer: (request: SpeechRequest) => SpeechResult | Promise<SpeechResult>,
  fingerprint = '1',
) {
  const asked: SpeechRequest[] = []
  const speech: Speech = {
    engine: name,
    engineVersion: '1',
    maxChars: 100,
    fingerprint: () => fingerprint,
    synthesize: async (request) => {
      asked.push(request)
      return answer(request)
    },
  }
  return { ...speech, asked }
}
const says = (request: SpeechRequest): SpeechResult => ({
  outcome: 'spoken',
  audio: Buffer.from(`${request.voiceId}: ${request.text}`),
})

const speak = (s: Awaited<ReturnType<typeof services>>, sentence: ToSpeak) => speakAll(s, [sentence])
const keyOf = (spoken: Awaited<ReturnType<typeof speakAll>>) => (spoken.outcome === 'ready' ? spoken.keys[0]! : '')

const wake = { voiceId: 'lily', text: 'Good morning, Ada.', form: 'phone' } as const

test('CALL-8 a clip is made once and found again, however its words are spaced', async () => {
  const good = engine('good', says)
  const s = await services(good)
  const first = await speak(s, wake)
  expect(first).toMatchObject({ outcome: 'ready', engine: 'good' })
  expect(await speak(s, { ...wake, text: '  Good morning,\n Ada. ' })).toEqual(first)
  expect(good.asked).toHaveLength(1)
  expect((await s.storage.get(keyOf(first)))?.toString()).toBe('lily: Good morning, Ada.')
})

test.each([
  ['the words', { text: 'Good morning, Bo.' }],
  ['the voice', { voiceId: 'bill' }],
  ['the form', { form: 'preview' }],
] as const)('CALL-8 another clip is made when %s differ', async (_case, change) => {
  const s = await services(engine('good', says))
  const [one, other] = [await speak(s, wake), await speak(s, { ...wake, ...change })]
  expect(one).not.toEqual(other)
})

test('CALL-8 another clip is made when the engine would now sound different', async () => {
  const before = await speak(await services(engine('good', says, 'old sound')), wake)
  expect(await speak(await services(engine('good', says, 'new sound')), wake)).not.toEqual(before)
})

test.each<[string, string, () => SpeechResult | Promise<SpeechResult>]>([
  ['is down', 'failed', () => Promise.reject(new Error('connect ECONNREFUSED'))],
  ['takes too long', 'slow', () => Promise.reject(new DOMException('no answer', 'TimeoutError'))],
  ['cuts off', 'failed', () => ({ outcome: 'unsound', reason: 'half a file' })],
  ['is out of quota', 'quota', () => ({ outcome: 'refused', reason: 'quota' })],
  ['rejects our key', 'auth', () => ({ outcome: 'refused', reason: 'auth' })],
  ['is busy', 'busy', () => ({ outcome: 'busy', retryAfterMs: 60_000 })],
])('CALL-8 the embedded voice speaks when the provider %s: counted as %s', async (_case, reason, fault) => {
  const [provider, embedded] = [engine('provider', fault), engine('embedded', says)]
  const s = await services(provider, embedded)
  expect(await speak(s, wake)).toMatchObject({ outcome: 'ready', engine: 'embedded' })
  expect(failed).toEqual([`provider lily ${reason}`])
  expect(logged.join()).toContain('provider')
  expect(logged.join()).not.toContain('Ada')
})

test("CALL-8 an open circuit breaker's answers are not logged again", async () => {
  const open = engine('provider', () => ({ outcome: 'refused', reason: 'auth', breakerOpen: true }))
  const s = await services(open, engine('embedded', says))
  expect(await speak(s, wake)).toMatchObject({ engine: 'embedded' })
  expect([logged, failed]).toEqual([[], ['provider lily auth']])
})

test('CALL-8 S58 the payer is asked before each paid engine and told what was stored; with no budget the next engine speaks', async () => {
  const asked: string[] = []
  const bytes: number[] = []
  const budget = {
    pays: async (characters: number, { isEmbedded }: { isEmbedded: boolean }) => {
      asked.push(`${characters}${isEmbedded ? ' for nothing' : ''}`)
      return isEmbedded
    },
    stored: async (size: number) => void bytes.push(size),
  }
  const [provider, embedded] = [engine('provider', says), engine('embedded', says)]
  const s = await services(provider, embedded)
  expect(await speak(s, { ...wake, budget })).toMatchObject({ outcome: 'ready', engine: 'embedded' })
  expect([asked, bytes, provider.asked]).toEqual([['18', '18 for nothing'], ['lily: Good morning, Ada.'.length], []])
  await speak(s, { ...wake, budget })
  expect([asked.length, bytes.length]).toEqual([3, 1]) // found in storage
  expect([failed, logged, counted.includes('embedded instead of provider')]).toEqual([[], [], false]) // not a failure
  s.speech = [{ ...provider, isFree: true }, embedded]
  await speak(s, { ...wake, budget, text: 'Up.' })
  expect([asked.at(-1), provider.asked.length]).toEqual(['3 for nothing', 1])
})

test('CALL-8 a text too long for the provider goes to the next engine without asking it', async () => {
  const [provider, embedded] = [engine('provider', says), { ...engine('embedded', says), maxChars: 1000 }]
  expect(await speak(await services(provider, embedded), { ...wake, text: 'Ada. '.repeat(30) })).toMatchObject({
    engine: 'embedded',
  })
  expect(provider.asked).toEqual([])
})

test('CALL-8 a recovered provider speaks again instead of reusing a fallback’s clip', async () => {
  let isDown = true
  const provider = engine('provider', (request) => (isDown ? { outcome: 'busy' } : says(request)))
  const s = await services(provider, engine('embedded', says))
  expect(await speak(s, wake)).toMatchObject({ engine: 'embedded' })
  isDown = false
  expect(await speak(s, wake)).toMatchObject({ engine: 'provider' })
})

test('CALL-8 clips are counted by engine, made or found, and so is each part another engine spoke', async () => {
  let isDown = false
  const provider = engine('provider', (request) => (isDown ? { outcome: 'busy' } : says(request)))
  const s = await services(provider, engine('embedded', says))
  await speak(s, wake)
  await speak(s, wake)
  isDown = true
  await speak(s, { ...wake, text: 'Up.' })
  expect(counted).toEqual([
    'made by provider: 18',
    'found by provider: 18',
    'made by embedded: 3',
    'embedded instead of provider',
  ])
  s.speech = [engine('embedded', () => ({ outcome: 'busy' }))]
  await speak(s, { ...wake, text: 'Again.' })
  expect(counted.at(-1)).toBe('carrier instead of embedded')
})

test('CALL-8 when no engine can speak the caller is told, so that the carrier’s voice takes over', async () => {
  const s = await services(engine('embedded', () => Promise.reject(new Error('ended with SIGSEGV'))))
  expect(await speak(s, wake)).toEqual({ outcome: 'unavailable' })
})

test('CALL-8 a hundred concurrent requests for the same clip make it once', async () => {
  const good = engine('good', says)
  const s = await services(good)
  const all = await Promise.all(Array.from({ length: 100 }, () => speak(s, wake)))
  expect(new Set(all.map((spoken) => spoken.outcome)).size).toBe(1)
  expect(good.asked).toHaveLength(1)
})

test('CALL-8 a storage failure is thrown, so that the job is retried', async () => {
  const s = await services(engine('good', says))
  await rm(folder, { recursive: true })
  await expect(speak(s, wake)).rejects.toThrow(/cannot write/i)
})

const stored = async (s: Awaited<ReturnType<typeof services>>) => {
  const keys = []
  for await (const key of s.storage.list('speech')) keys.push(key)
  return keys
}

test('ACCT-3 the clips of a person are deleted at once, and nobody else’s', async () => {
  const s = await services(engine('good', says))
  for (const owner of [1, 12]) await speak(s, { ...wake, owner })
  await speak(s, wake)
  await removeClipsOf(s, 1)
  await removeClipsOf(s, 1)
  expect((await stored(s)).map((key) => key.split('/')[1]).toSorted()).toEqual(['12', 'shared'])
})

const inUse = (key: string) => key.startsWith('speech/in-use/')

test('CALL-8 a person’s old clips are deleted within four weeks, and one just spoken stays at least two', async () => {
  const s = await services(engine('good', says))
  const clips = async () => (await stored(s)).filter((key) => !inUse(key))
  for (let day = 0; day < 60; day++) {
    now += DAY
    const again = await speak(s, { ...wake, owner: 1 })
    await removeOldClips(s)
    expect(await s.storage.exists(keyOf(again))).toBe(true)
    expect((await clips()).length).toBeLessThanOrEqual(2)
  }
  const last = await speak(s, { ...wake, owner: 1, text: 'One more.' })
  const kept = async (days: number) => {
    now += days * DAY
    await removeOldClips(s)
    return s.storage.exists(keyOf(last))
  }
  expect([await kept(14), await kept(14)]).toEqual([true, false])
  expect(await clips()).toEqual([])
})

test('CALL-8 personal clips are renewed on different days for different people, not all on one morning', async () => {
  const good = engine('good', says)
  const s = await services(good)
  const madeADay: number[] = []
  for (let day = 0; day <= 28; day++, now += DAY) {
    good.asked.length = 0
    for (let owner = 1; owner <= 28; owner++) await speak(s, { ...wake, owner })
    madeADay.push(good.asked.length)
  }
  expect(madeADay).toEqual([28, ...Array.from({ length: 28 }, () => 2)])
})

test('WAKE-35 S55 a shared sentence is made once and kept, and deleted weeks after its voice has changed', async () => {
  const good = engine('good', says)
  const [before, after] = [await services(good), await services(engine('good', says, 'new sound'))]
  const first = await speak(before, wake)
  for (let day = 0; day < 100; day++) {
    now += DAY
    await removeOldClips(before)
  }
  expect(await speak(before, wake)).toEqual(first)
  expect(good.asked).toHaveLength(1)

  const days = { kept: 0 }
  for (; (await before.storage.exists(keyOf(first))) && days.kept < 100; days.kept++) {
    now += DAY
    await removeOldClips(after)
  }
  expect(days.kept).toBeGreaterThanOrEqual(14)
  expect(days.kept).toBeLessThanOrEqual(28)
  expect((await stored(after)).filter((key) => !inUse(key))).toEqual([])
  expect((await stored(after)).length).toBeLessThanOrEqual(2 * VOICE_IDS.length)
})

test('WAKE-35 a shared clip of another version that no sweep has seen in use is not deleted at once', async () => {
  const other = await services(engine('good', says, 'newer sound'))
  const clip = await speak(other, wake)
  const here = await services(engine('good', says))
  const keptAfter = async (days: number) => {
    now += days * DAY
    await removeOldClips(here)
    return here.storage.exists(keyOf(clip))
  }
  expect([await keptAfter(0), await keptAfter(13), await keptAfter(28)]).toEqual([true, true, false])
})

test('WAKE-35 CALL-8 no part mixes two voices: when a provider fails at one sentence, the next engine speaks them all', async () => {
  const provider = engine('provider', (request) => (request.text === 'Two.' ? { outcome: 'busy' } : says(request)))
  const s = await services(provider, engine('embedded', says))
  const part = (...texts: string[]) => texts.map((text) => ({ ...wake, text }))
  const spoken = await speakAll(s, part('One.', 'Two.', 'Three.'))
  expect(spoken).toMatchObject({ outcome: 'ready', engine: 'embedded' })
  expect(counted.at(-1)).toBe('embedded instead of provider')
  const embedded = await services(engine('embedded', says))
  expect(await speakAll(embedded, part('One.', 'Two.', 'Three.'))).toEqual(spoken)
  expect(await speakAll(s, part('One.', 'Three.'))).toMatchObject({ engine: 'provider' })
})
