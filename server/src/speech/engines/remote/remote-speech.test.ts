import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { decodeMuLaw } from '../../../../test/harness/outside/decode-mu-law.ts'
import { ELEVENLABS_VOICES, elevenLabsAt, openAiAt } from '../../../../test/harness/outside/speech-at.ts'
import { loadConfig } from '../../../platform/config/config.ts'
import { telephoneLevel } from '../../audio/loudness.ts'
import { readMuLawWav } from '../../audio/wav.ts'
import type { Speech, SpeechResult } from '../speech-engine.ts'
import { elevenLabsSpeech } from './elevenlabs.ts'
import { openAiSpeech } from './openai.ts'

// Two vendors' published contracts, played by a server of our own that accepts only documented requests.

type Answer = (response: ServerResponse) => void

let server: ReturnType<typeof createServer>
let address: string
let asked: { url: string; body: Record<string, unknown> }[]
let answers: Answer[]

beforeEach(async () => {
  asked = []
  answers = []
  server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    }),
)

const ElevenLabsBody = z.strictObject({
  text: z.string().min(1),
  model_id: z.enum(['eleven_flash_v2_5', 'eleven_multilingual_v2', 'eleven_turbo_v2_5']),
  voice_settings: z.strictObject({
    stability: z.number().min(0).max(1),
    style: z.number().min(0).max(1),
    speed: z.number().min(0.7).max(1.2),
  }),
})
const OpenAiBody = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4096),
  voice: z.enum(['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer']),
  instructions: z.string(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']),
  speed: z.number().min(0.25).max(4),
})

async function serve(request: IncomingMessage, response: ServerResponse) {
  const body = (await json(request)) as Record<string, unknown>
  asked.push({ url: request.url ?? '', body })
  const answer = answers.shift()
  if (answer) return answer(response)
  const isElevenLabs = /^\/v1\/text-to-speech\/\w{20}\?output_format=pcm_16000$/.test(request.url ?? '')
  if (isElevenLabs && request.headers['xi-api-key'] === 'good key' && ElevenLabsBody.safeParse(body).success) {
    return sound('audio/pcm', pcm(String(body['text'])))(response)
  }
  const isOpenAi = request.url === '/v1/audio/speech' && OpenAiBody.safeParse(body).success
  if (isOpenAi && request.headers.authorization === 'Bearer good key') {
    return sound('audio/wav', wav(pcm(String(body['input']))))(response)
  }
  return refuse(422, { detail: [{ msg: 'not as documented' }] })(response)
}

const sound =
  (type: string, bytes: Buffer): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes)
const refuse =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** A hum as long as the spoken text would be. */
function pcm(text: string): Buffer {
  const samples = Int16Array.from({ length: text.length * 1000 }, (_, i) => 9000 * Math.sin(i / 4) * Math.sin(i / 900))
  return Buffer.from(samples.buffer)
}

/** WAV as streaming servers send it, with lengths still unknown. */
function wav(data: Buffer): Buffer {
  const head = Buffer.from(
    '524946460000000057415645666d7420100000000100010080bb000000770100020010006461746100000000',
    'hex',
  )
  head.writeUInt32LE(16_000, 24)
  head.writeUInt32LE(32_000, 28)
  head.writeUInt32LE(0xffffffff, 40)
  return Buffer.concat([head, data])
}

const engines: [string, (key?: string) => Speech][] = [
  ['ElevenLabs', (apiKey = 'good key') => elevenLabsSpeech({ ...elevenLabsAt(address), apiKey })],
  ['an OpenAI-compatible server', (apiKey = 'good key') => openAiSpeech({ ...openAiAt(`${address}/v1`), apiKey })],
]

const say = (engine: Speech, text = 'Reveille for Ada.', signal = AbortSignal.timeout(30_000)): Promise<SpeechResult> =>
  engine.synthesize({ voiceId: 'lily', text, form: 'phone', signal })

test.each(engines)(
  'CALL-8 %s is requested as documented, and its audio becomes a phone clip',
  async (_name, engine) => {
    const result = await say(engine())
    if (result.outcome !== 'spoken') throw new Error(JSON.stringify(result))
    const { data, rate } = readMuLawWav(result.audio)
    expect(rate).toBe(8000)
    expect(Math.abs(telephoneLevel(decodeMuLaw(data), rate) + 18)).toBeLessThan(0.5)
  },
)

test.each(engines)('CALL-8 %s has a different voice for each character', async (_name, engine) => {
  const speech = engine()
  for (const voiceId of VOICE_IDS) {
    const result = await speech.synthesize({
      voiceId,
      text: 'Up.',
      form: 'preview',
      signal: AbortSignal.timeout(30_000),
    })
    expect(result.outcome).toBe('spoken')
  }
  expect(new Set(asked.map(({ url, body }) => body['voice'] ?? url)).size).toBe(VOICE_IDS.length)
  expect(new Set(VOICE_IDS.map((id) => speech.fingerprint(id))).size).toBe(VOICE_IDS.length)
})

test.each(engines)('CALL-8 to compare voices, %s is asked for one speed', async (_name, engine) => {
  await engine().synthesize({
    voiceId: 'lily',
    text: 'Up.',
    form: 'phone',
    signal: AbortSignal.timeout(30_000),
    speed: 1,
  })
  const { speed, voice_settings: settings } = asked[0]!.body as { speed?: number; voice_settings?: { speed: number } }
  expect(speed ?? settings?.speed).toBe(1)
})

test.each(engines)('CALL-6 written text reaches %s unchanged, as data', async (_name, engine) => {
  const text = 'Ignore "this" </speak> {"voice":"x"}'
  await say(engine(), text)
  expect([asked[0]?.body['text'], asked[0]?.body['input']]).toContain(text)
})

type Reason = 'quota' | 'auth' | 'invalid' | 'too-long'

test.each<[string, status: number, { code: string | null } | null, Reason]>([
  ['an unknown key', 401, { code: 'invalid_api_key' }, 'auth'],
  ['no quota left', 429, { code: 'insufficient_quota' }, 'quota'],
  ['no money left', 402, { code: null }, 'quota'],
  ['a long text', 400, { code: 'string_above_max_length' }, 'too-long'],
  ['a model unknown', 404, { code: 'model_not_found' }, 'invalid'],
])('CALL-8 OpenAI with %s fails at once, without a retry', async (_case, status, error, reason) => {
  answers = [refuse(status, { error })]
  expect(await say(engines[1]![1]())).toMatchObject({ outcome: 'refused', reason })
  expect(asked).toHaveLength(1)
})

test('CALL-8 OpenAI with a voice unknown fails at once, for this voice only', async () => {
  answers = [refuse(422, { detail: [{ msg: 'Input should be one of' }] })]
  expect(await say(engines[1]![1]())).toMatchObject({ outcome: 'refused', reason: 'invalid', onlyThisVoice: true })
  expect(asked).toHaveLength(1)
})

const needsAPlan = { code: 'paid_plan_required', status: 'payment_required', message: 'Free users cannot' }

test.each<[string, status: number, detail: unknown, Reason, code: string | null]>([
  ['a library voice on the free plan', 402, needsAPlan, 'quota', 'paid_plan_required'],
  ['a library voice on an older server', 402, { status: 'payment_required' }, 'quota', 'payment_required'],
  ['a deleted voice', 404, { status: 'voice_not_found', message: 'A voice for Ada' }, 'invalid', 'voice_not_found'],
  ['a deleted voice, on an older server', 400, { status: 'voice_not_found' }, 'invalid', 'voice_not_found'],
  ['a deleted voice, in words only', 404, 'A voice of Ada was not found', 'invalid', null],
  ['a malformed voice id', 400, { code: 'invalid_uid' }, 'invalid', 'invalid_uid'],
  ['an invalid body', 422, [{ msg: 'Ada' }], 'invalid', null],
  ['a key without permission', 403, 'missing_permissions', 'auth', 'missing_permissions'],
  ['a plan too low', 403, { status: 'output_format_not_allowed' }, 'auth', 'output_format_not_allowed'],
  ['an unknown key', 401, { code: 'invalid_api_key' }, 'auth', 'invalid_api_key'],
  ['no quota left', 401, { code: 'payment', status: 'quota_exceeded' }, 'quota', 'payment'],
  ['a long text', 400, { code: 'text_too_long' }, 'too-long', 'text_too_long'],
  [
    'a text too long for an older server',
    400,
    { status: 'max_character_limit_exceeded' },
    'too-long',
    'max_character_limit_exceeded',
  ],
])('CALL-8 ElevenLabs refuses %s at once: HTTP status and code are logged, never its words', async (...row) => {
  const [, status, detail, reason, code] = row
  answers = [refuse(status, { detail })]
  expect(await say(engines[0]![1]())).toEqual({
    outcome: 'refused',
    reason,
    refusal: { status, code, ...(status === 402 && { hint: 'needs a paid plan' }) },
    ...((status === 402 || reason === 'invalid') && { onlyThisVoice: true }),
  })
  expect(asked).toHaveLength(1)
})

test('CALL-8 ElevenLabs gets the voices, speeds and model from the settings', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'reveille-voices-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const voices = `${ELEVENLABS_VOICES},`.replace(/lily=\w+,/, 'lily=22N9cF8z0o7y23njdyaY:0.5,')
  const { elevenlabs } = loadConfig({
    DATA_DIR: dataDir,
    ELEVENLABS_API_KEY: 'good key',
    ELEVENLABS_API_URL: address,
    ELEVENLABS_VOICES: voices.slice(0, -1),
    ELEVENLABS_MODEL: 'eleven_multilingual_v2',
  }).speech
  const speech = elevenLabsSpeech(elevenlabs!)
  expect([speech.voices?.nameOf('lily'), speech.voices?.timeLimitMs]).toEqual([
    '22N9cF8z0o7y23njdyaY',
    elevenlabs!.timeLimitMs,
  ])
  expect((await say(speech)).outcome).toBe('spoken')
  expect(asked[0]).toMatchObject({
    url: '/v1/text-to-speech/22N9cF8z0o7y23njdyaY?output_format=pcm_16000',
    body: { model_id: 'eleven_multilingual_v2', voice_settings: { speed: 0.7 } }, // ElevenLabs' slowest
  })
  const others = [
    { ...elevenlabs!, voices: { ...elevenlabs!.voices, lily: { voice: 'another', speed: null } } },
    { ...elevenlabs!, voices: { ...elevenlabs!.voices, lily: { ...elevenlabs!.voices.lily, speed: 0.9 } } },
  ]
  for (const other of others) expect(elevenLabsSpeech(other).fingerprint('lily')).not.toBe(speech.fingerprint('lily'))
  expect(elevenLabsSpeech(others[0]!).fingerprint('bill')).toBe(speech.fingerprint('bill'))
})

test.each(engines)('CALL-8 %s overloaded or broken for a moment is retried, at most twice', async (_name, engine) => {
  const soon = { 'retry-after': '0' }
  answers = [refuse(503, null, soon), refuse(429, { detail: { status: 'system_busy' } }, soon)]
  expect((await say(engine())).outcome).toBe('spoken')
  expect(asked).toHaveLength(3)
  asked = []
  answers = [0, 1, 2].map(() => refuse(429, { detail: { status: 'too_many_concurrent_requests' } }, soon))
  expect(await say(engine())).toEqual({ outcome: 'busy', retryAfterMs: 0 })
  expect(asked).toHaveLength(3)
  answers = [0, 1, 2].map(() => refuse(500, 'broken', soon))
  await expect(say(engine())).rejects.toThrow('HTTP 500')
})

test.each<[string, Answer]>([
  ['a web page', (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<title>Welcome</title>')],
  [
    'a broken line',
    (r) =>
      r.writeHead(200, { 'content-type': 'audio/wav', 'content-length': '999999' }).write('RIFF', () => r.destroy()),
  ],
  ['a redirect', (r) => r.writeHead(307, { location: asked[0]!.url }).end()],
  ['an empty file', sound('audio/wav', Buffer.alloc(0))],
  ['a click instead of speech', (r) => answerOf(r, Buffer.alloc(400, 1))],
  ['silence', (r) => answerOf(r, Buffer.alloc(34_000))],
  ['an mp3', sound('audio/mpeg', Buffer.from(`ID3${'\x04\x00'.repeat(9_000)}`))],
])('CALL-8 %s instead of speech is a failure, never a clip', async (_case, answer) => {
  for (const [, engine] of engines) {
    answers = [answer]
    asked = []
    expect(await say(engine()).catch(() => ({ outcome: 'failed' }))).not.toMatchObject({ outcome: 'spoken' })
    expect(asked).toHaveLength(1)
  }
})

/** Samples as each of the two sends them. */
const answerOf = (response: ServerResponse, samples: Buffer) =>
  sound('audio/wav', (asked.at(-1)?.url === '/v1/audio/speech' ? wav : Buffer.from)(samples))(response)

test.each(engines)('CALL-8 %s that does not answer is aborted when the caller’s time is up', async (_name, engine) => {
  const patience = new AbortController()
  answers = [() => patience.abort(new Error('too late'))]
  await expect(say(engine(), 'Up.', patience.signal)).rejects.toThrow(/abort|too late/)
})

test('CALL-8 an unreachable server is a failure, and no message contains the key', async () => {
  await new Promise((resolve) => server.close(resolve))
  for (const [, engine] of engines) {
    const error = await say(engine('secret key')).then(String, (e: unknown) => `${String(e)} ${JSON.stringify(e)}`)
    expect(error).toContain('fetch failed')
    expect(error).not.toContain('secret key')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
