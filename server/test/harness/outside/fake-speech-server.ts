import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { VOICE_IDS } from '@reveille/core/speech/voices'

// Speech servers as operators run them: what each accepts, how it names its voices, and how it handles an unknown one.
// The sound is a hum at the voice's pitch, so different voices have different bytes, and one voice always the same.

export type SpeechServerKind =
  | 'kokoro-fastapi'
  | 'speaches'
  | 'chatterbox'
  | 'kitten'
  | 'orpheus'
  | 'pocket-tts'
  | 'openai'
  | 'elevenlabs'

/** Failures of any voice. */
export type SpeechFault =
  | 'slow'
  | 'loading'
  | 'unprocessable'
  | 'too-many'
  | 'no-key'
  | 'no-plan'
  | 'cut-off'
  | 'half-a-file'
  | 'empty'
  | 'too-short'
  | 'silence'
  | 'mp3'
  | 'mp3-without-tag'
  | 'float-samples'
  | 'web-page'

type Spoken = { voice: string; text: string; speed: number | undefined }

type Kind = {
  voices: readonly string[]
  /** Where it lists voices; null: nowhere. */
  lists: { path: string; body: (voices: readonly string[]) => unknown } | null
  /** How it handles an unknown voice. */
  unknown: (response: ServerResponse, spoken: Spoken) => void
  heedsSpeed: boolean
}

const KOKORO = [
  'af_alloy af_bella af_heart af_nicole af_nova af_sarah af_sky am_adam am_echo am_liam am_michael am_onyx am_puck',
  'bf_lily bm_fable bm_george',
].flatMap((names) => names.split(' '))

const KINDS: Record<SpeechServerKind, Kind> = {
  'kokoro-fastapi': {
    voices: KOKORO,
    lists: { path: '/v1/audio/voices', body: (voices) => ({ voices }) },
    unknown: (response, { voice }) =>
      answer(response, 400, {
        detail: { error: 'validation_error', message: `Voice '${voice}' not found. Available voices: …` },
      }),
    heedsSpeed: true,
  },
  speaches: {
    voices: KOKORO,
    lists: { path: '/v1/audio/voices', body: (voices) => ({ data: voices.map((name) => ({ id: name, name })) }) },
    unknown: cutOff, // it starts to answer before it looks
    heedsSpeed: true,
  },
  chatterbox: {
    voices: ['Adrian', 'Michael', 'Emily', 'Thomas', 'Eli', 'Taylor', 'Alice'].map((name) => `${name}.wav`),
    lists: { path: '/v1/audio/voices', body: (voices) => ({ voices: voices.map((filename) => ({ filename })) }) },
    unknown: (response, { voice }) => answer(response, 404, { detail: `Voice file '${voice}' not found.` }),
    heedsSpeed: true,
  },
  kitten: {
    voices: ['2', '3', '4', '5'].flatMap((number) => [`expr-voice-${number}-m`, `expr-voice-${number}-f`]),
    lists: { path: '/v1/voices', body: (voices) => voices },
    unknown: (response, { voice }) => answer(response, 500, { detail: `no voice named ${voice}` }),
    heedsSpeed: true,
  },
  orpheus: {
    voices: ['tara', 'leah', 'jess', 'leo', 'dan', 'mia', 'zac', 'zoe'],
    lists: { path: '/v1/audio/voices', body: (voices) => ({ status: 'ok', voices }) },
    unknown: (response, spoken) => speaks(response, { ...spoken, voice: 'tara' }), // silently uses another voice
    heedsSpeed: false,
  },
  'pocket-tts': {
    voices: ['alba', 'bill_boerst', 'caro_davy', 'michael', 'paul', 'stuart_bell'],
    lists: null,
    unknown: (response, { voice }) => answer(response, 400, { error: `Unknown voice ${voice}. Voices: alba, …` }),
    heedsSpeed: false,
  },
  openai: {
    voices: ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'nova', 'onyx', 'sage', 'shimmer'],
    lists: null,
    unknown: (response) =>
      answer(response, 400, { error: { message: 'Input should be one of …', type: 'invalid_request_error' } }),
    heedsSpeed: true,
  },
  elevenlabs: {
    voices: VOICE_IDS.map((_, index) => `voice${index}`.padEnd(20, 'x')),
    lists: null,
    unknown: (response) => answer(response, 404, { detail: { code: 'voice_not_found', status: 'not_found' } }),
    heedsSpeed: true,
  },
}

const FAULTS: Record<SpeechFault, (response: ServerResponse, spoken: Spoken) => void> = {
  slow: () => undefined,
  loading: (response) => answer(response, 503, { detail: 'the model is loading' }, { 'retry-after': '0' }),
  unprocessable: (response) => answer(response, 422, { detail: [{ loc: ['body', 'voice'], msg: 'not allowed' }] }),
  'too-many': (response) => answer(response, 429, { detail: { code: 'rate_limit_exceeded' } }, { 'retry-after': '0' }),
  'no-key': (response) => answer(response, 401, { detail: { status: 'invalid_api_key' } }),
  'no-plan': (response) => answer(response, 402, { detail: { code: 'paid_plan_required' } }),
  'cut-off': cutOff,
  'half-a-file': (response, { voice, text }) => {
    const file = streamedWav(humFor(voice, text))
    file.writeUInt32LE(file.length - 44, 40)
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(file.subarray(0, file.length / 2))
  },
  empty: (response) => void response.writeHead(200, { 'content-type': 'audio/wav' }).end(),
  'too-short': (response) => sound(response, Buffer.alloc(400, 1)),
  silence: (response, { text }) => sound(response, Buffer.alloc(humFor('', text).length)),
  mp3: (response) =>
    void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(Buffer.from(`ID3${'\x04\x00'.repeat(9_000)}`)),
  'mp3-without-tag': (response) => {
    const frames = Buffer.alloc(50_040, Buffer.from('fffb90c4'.padEnd(834, '5a'), 'hex'))
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(frames)
  },
  'float-samples': (response, { text, voice }) => {
    const file = streamedWav(humFor(voice, text))
    file.writeUInt16LE(3, 20)
    file.writeUInt16LE(32, 34)
    response.writeHead(200, { 'content-type': 'audio/wav' }).end(file)
  },
  'web-page': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
}

export type FakeSpeechServer = AsyncDisposable & {
  /** Up to and including `/v1`, like SPEECH_URL; ElevenLabs is at its origin. */
  url: string
  origin: string
  /** Requested voices, in order. */
  asked: Spoken[]
  /** For one voice or all; null: none. */
  fault: { is: SpeechFault; of?: string } | null
}

/** A speech server of this kind on a free local port. */
export async function fakeSpeechServer(kind: SpeechServerKind): Promise<FakeSpeechServer> {
  const { voices, lists, unknown } = KINDS[kind]
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: FakeSpeechServer = {
    url: `${origin}/v1`,
    origin,
    asked: [],
    fault: null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') {
      if (fake.fault?.is === 'loading') return FAULTS.loading(response, NOBODY)
      if (lists === null || lists.path !== request.url) return answer(response, 404, { detail: 'Not Found' })
      return answer(response, 200, lists.body(voices))
    }
    const spoken = await spokenBy(request)
    if (spoken === null) return answer(response, 404, { detail: 'Not Found' })
    fake.asked.push(spoken)
    const { fault } = fake
    if (fault !== null && (fault.of === undefined || fault.of === spoken.voice))
      return FAULTS[fault.is](response, spoken)
    return voices.includes(spoken.voice) ? speaks(response, spoken) : unknown(response, spoken)
  }
  return fake
}

const NOBODY: Spoken = { voice: '', text: '', speed: undefined }

async function spokenBy(request: IncomingMessage): Promise<Spoken | null> {
  const [, voiceOfPath] = /^\/v1\/text-to-speech\/([^?]+)\?output_format=pcm_16000$/.exec(request.url ?? '') ?? []
  const body = (await json(request)) as Record<string, unknown> & { voice_settings?: { speed: number } }
  if (voiceOfPath !== undefined)
    return { voice: voiceOfPath, text: String(body['text']), speed: body.voice_settings?.speed }
  if (request.url !== '/v1/audio/speech') return null
  return { voice: String(body['voice']), text: String(body['input']), speed: body['speed'] as number | undefined }
}

function speaks(response: ServerResponse, { voice, text }: Spoken): void {
  sound(response, humFor(voice, text))
}

function sound(response: ServerResponse, samples: Buffer): void {
  const isBare = /text-to-speech/.test(response.req.url ?? '')
  response.writeHead(200, { 'content-type': isBare ? 'audio/pcm' : 'audio/wav' })
  response.end(isBare ? samples : streamedWav(samples))
}

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': '999999' })
  response.write('RIFF', () => response.destroy())
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** 16-bit samples at 16 kHz, as long as the text would be, within a telephone's band. */
function humFor(voice: string, text: string): Buffer {
  const hertz = 350 + [...voice].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
  const turn = (2 * Math.PI * hertz) / 16_000
  const wave = Int16Array.from({ length: text.length * 900 }, (_, i) => 9000 * Math.sin(i * turn) * Math.sin(i / 900))
  return Buffer.from(wave.buffer)
}

/** As streaming servers send it: with both lengths unknown. */
function streamedWav(samples: Buffer): Buffer {
  const head = Buffer.from(
    '52494646ffffffff57415645666d74201000000001000100803e0000007d00000200100064617461ffffffff',
    'hex',
  )
  return Buffer.concat([head, samples])
}
