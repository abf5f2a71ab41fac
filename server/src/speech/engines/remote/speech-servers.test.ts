import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readNamedVoices, type NamedVoices } from '@reveille/core/speech/named-voices'
import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  fakeSpeechServer,
  type FakeSpeechServer,
  type SpeechFault,
  type SpeechServerKind,
} from '../../../../test/harness/outside/fake-speech-server.ts'
import { quickVoice } from '../../../../test/harness/outside/quick-voice.ts'
import { elevenLabsAt, openAiAt } from '../../../../test/harness/outside/speech-at.ts'
import type { SpeechPreset } from '../../../platform/config/settings.ts'
import { openStorage } from '../../../platform/storage/flydrive.adapter.ts'
import type { AllServices } from '../../../services.ts'
import { speak } from '../../clips/speak.ts'
import { speechEngines } from '../engines.adapter.ts'

// Each kind of server that operators run, with each of its ways to fail: the right voice speaks or the next engine does,
// the log says which character and why, and nobody hears silence or a wrong voice.

let folder: string
let logged: Record<string, unknown>[]
let failures: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-servers-'))
  logged = []
  failures = []
})
afterEach(() => rm(folder, { recursive: true }))

const clock = { now: () => Date.UTC(2027, 0, 15), monotonic: () => 0 } as AllServices['clock']
const named = (text: string) => readNamedVoices(text) as NamedVoices

async function speaking(
  { url, origin }: FakeSpeechServer,
  kind: SpeechServerKind,
  { preset = null as SpeechPreset | null, voices = {} as NamedVoices, timeLimitMs = 5_000 } = {},
) {
  const isElevenLabs = kind === 'elevenlabs'
  const theirs = elevenLabsAt(origin)
  const [provider] = speechEngines(
    {
      atOnce: 2,
      pack: null,
      elevenlabs: isElevenLabs ? { ...theirs, timeLimitMs, voices: { ...theirs.voices, ...voices } } : null,
      openai: isElevenLabs ? null : { ...openAiAt(url), preset, voices, timeLimitMs },
    },
    clock,
  )
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) })
  const metrics = {
    clip: () => undefined,
    spokeInstead: () => undefined,
    speechFailed: (_engine: string, voiceId: string, reason: string) => void failures.push(`${voiceId} ${reason}`),
  } as unknown as AllServices['metrics']
  const storage = await openStorage(pathToFileURL(folder).href, null, log)
  const services = { speech: [provider, quickVoice], log, metrics, clock, storage } as const
  await provider.voices?.decide?.()
  const say = async (voiceId: VoiceId, text = 'The kettle is waiting for you.') => {
    const spoken = await speak(services, [{ voiceId, text, form: 'phone' }])
    return spoken.outcome === 'ready' ? spoken.engine : 'nobody'
  }
  return { provider, say }
}

const KINDS: [SpeechServerKind, SpeechPreset | null, string[]][] = [
  ['kokoro-fastapi', null, ['af_heart', 'bm_george', 'am_liam', 'am_puck', 'af_nova', 'am_onyx']],
  ['speaches', null, ['af_heart', 'bm_george', 'am_liam', 'am_puck', 'af_nova', 'am_onyx']],
  ['chatterbox', null, ['Emily.wav', 'Thomas.wav', 'Michael.wav', 'Eli.wav', 'Taylor.wav', 'Adrian.wav']],
  [
    'kitten',
    null,
    ['expr-voice-2-f', 'expr-voice-4-m', 'expr-voice-3-m', 'expr-voice-2-m', 'expr-voice-4-f', 'expr-voice-5-m'],
  ],
  ['orpheus', null, ['mia', 'leo', 'dan', 'zac', 'tara', 'leo']],
  ['pocket-tts', 'pocket-tts', ['alba', 'bill_boerst', 'michael', 'paul', 'caro_davy', 'stuart_bell']],
  ['openai', 'openai', ['shimmer', 'fable', 'echo', 'ash', 'alloy', 'onyx']],
  ['elevenlabs', null, VOICE_IDS.map((_, index) => `voice${index}`.padEnd(20, 'x'))],
]

test.each(KINDS)('CALL-8 on %s each character has the voice that fits it', async (kind, preset, voices) => {
  await using server = await fakeSpeechServer(kind)
  const { provider, say } = await speaking(server, kind, { preset })
  const spoke: string[] = []
  for (const voiceId of VOICE_IDS) spoke.push(await say(voiceId))
  expect(spoke).toEqual(VOICE_IDS.map(() => provider.engine))
  expect(server.asked.map(({ voice }) => voice)).toEqual(voices)
  const heeds = kind !== 'orpheus' && kind !== 'pocket-tts'
  expect(server.asked.every(({ speed }) => (speed !== undefined) === heeds)).toBe(true)
  expect(logged).toEqual([])
})

test.each<[SpeechServerKind, SpeechPreset | null, number]>([
  ['kokoro-fastapi', 'kokoro', 1],
  ['speaches', 'kokoro', 3], // it drops the connection, as it also does when it fails
  ['chatterbox', 'chatterbox', 1],
  ['kitten', 'kitten', 1],
  ['pocket-tts', 'pocket-tts', 1],
  ['openai', 'openai', 4], // its message doesn't say that it refuses the voice
  ['elevenlabs', null, 1],
])(
  "CALL-8 a voice that %s lacks is never replaced by another person's; the other characters go on",
  async (kind, preset, times) => {
    await using server = await fakeSpeechServer(kind)
    const { provider, say } = await speaking(server, kind, { preset, voices: named('bill=nobody-here') })
    const texts = [
      'Up you get, it is time.',
      'The day begins with you.',
      'One foot, then the other one.',
      'Good morning.',
    ]
    for (const text of texts) expect(await say('bill', text)).toBe('silence')
    for (const text of texts) expect(await say('lily', text)).toBe(provider.engine)
    expect(server.asked.filter(({ voice }) => voice === 'nobody-here')).toHaveLength(times)
    expect(failures).toHaveLength(4)
    expect(failures.every((failure) => failure.startsWith('bill '))).toBe(true)
    expect(logged[0]).toMatchObject({ engine: provider.engine, voiceId: 'bill', msg: 'speech engine failed' })
  },
)

test("CALL-8 a server's unknown voices are never guessed: flite speaks, and the log says what to set", async () => {
  await using server = await fakeSpeechServer('pocket-tts') // lists no voices
  const { say } = await speaking(server, 'pocket-tts', { voices: named('lily=alba') })
  expect(await say('lily')).toBe('openai')
  expect(await say('bill')).toBe('silence')
  expect(server.asked.map(({ voice }) => voice)).toEqual(['alba'])
  expect(JSON.stringify(logged)).toContain('set SPEECH_PRESET or SPEECH_VOICES')
})

test('CALL-8 a server that is not up yet is asked for its voices again, and makes no clip until then', async () => {
  await using server = await fakeSpeechServer('kokoro-fastapi')
  server.fault = { is: 'loading' }
  const openai = { ...openAiAt(server.url), preset: null }
  const [provider] = speechEngines({ atOnce: 1, pack: null, elevenlabs: null, openai }, clock)
  const request = { voiceId: 'lily', text: 'Up you get.', form: 'phone', signal: AbortSignal.timeout(30_000) } as const
  const before = provider.fingerprint('lily')
  await expect(provider.synthesize(request)).rejects.toThrow('HTTP 503')
  server.fault = null
  expect(await provider.synthesize(request)).toEqual({ outcome: 'busy' })
  expect(provider.fingerprint('lily')).not.toBe(before)
  expect((await provider.synthesize(request)).outcome).toBe('spoken')
  expect(server.asked.map(({ voice }) => voice)).toEqual(['af_heart'])
})

const FAULTS: [SpeechFault, string][] = [
  ['slow', 'slow'],
  ['loading', 'failed'],
  ['unprocessable', 'invalid'],
  ['too-many', 'busy'],
  ['no-key', 'auth'],
  ['no-plan', 'quota'],
  ['cut-off', 'failed'],
  ['half-a-file', 'failed'],
  ['empty', 'invalid'],
  ['too-short', 'invalid'],
  ['silence', 'failed'],
  ['mp3', 'failed'],
  ['mp3-without-tag', 'failed'],
  ['web-page', 'failed'],
]

test.each(
  // One server for each protocol.
  (['kokoro-fastapi', 'elevenlabs'] as const).flatMap((kind) =>
    FAULTS.map(([fault, reason]) => [kind, fault, reason] as const),
  ),
)('CALL-8 %s, %s: the next engine speaks, and it is counted as %s', async (kind, fault, reason) => {
  await using server = await fakeSpeechServer(kind)
  const timeLimitMs = fault === 'slow' ? 150 : 30_000
  const { provider, say } = await speaking(server, kind, { timeLimitMs })
  server.fault = { is: fault }
  const began = performance.now()
  expect(await say('jocko')).toBe('silence')
  if (fault === 'slow') expect(performance.now() - began).toBeLessThan(10_000)
  expect(failures).toEqual([`jocko ${reason}`])
  expect(logged).toMatchObject([{ engine: provider.engine, voiceId: 'jocko' }])
  server.fault = null
  if (reason === 'invalid' || kind === 'elevenlabs') return
  expect(await say('jocko', 'It speaks again, as itself.')).toBe(provider.engine)
})

test.each<SpeechFault>(['cut-off', 'silence', 'float-samples'])(
  'CALL-8 a voice that keeps ending in %s is skipped after three times, and the other five are still requested',
  async (fault) => {
    await using server = await fakeSpeechServer('speaches')
    const { provider, say } = await speaking(server, 'speaches')
    server.fault = { is: fault, of: 'am_onyx' }
    for (const text of [
      'Left foot, then right.',
      'Light on, sergeant.',
      'Stand up straight.',
      'Out of bed now.',
      'March.',
    ])
      expect(await say('jocko', text)).toBe('silence')
    expect(server.asked).toHaveLength(3)
    for (const voiceId of VOICE_IDS.filter((id) => id !== 'jocko')) expect(await say(voiceId)).toBe(provider.engine)
  },
)
