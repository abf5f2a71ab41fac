import { setTimeout as wait } from 'node:timers/promises'
import { finishInWorker } from '../../audio/finish-in-worker.ts'
import { fromPcm16, readPcmWav, type Sound } from '../../audio/wav.ts'
import type { SpeechRequest, SpeechResult } from '../speech-engine.ts'

/** Of a clip that somebody waits for, however long others may take. */
const SOON_LIMIT_MS = 15_000
const RETRIES = 2
const MAX_BYTES = 20_000_000

type SpeechPost = {
  url: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
  /** For all tries together. */
  timeLimitMs: number
}

/** A speech server's response: audio, `broken` off after it had begun, or the status and body of a refusal for the adapter to interpret. */
export type SpeechAnswer =
  | { outcome: 'audio'; bytes: Buffer }
  | { outcome: 'broken'; reason: string }
  | { outcome: 'error'; status: number; body: unknown; retryAfterMs: number | null }

/**
 * Requests speech, with at most two retries while the server is overloaded or broken, all within the time limit. Throws
 * when it cannot be reached, takes too long, or answers with something that is not sound.
 */
export async function requestSpeech(
  post: SpeechPost,
  isFinal: (answer: SpeechAnswer) => boolean,
): Promise<SpeechAnswer> {
  const signal = AbortSignal.any([post.signal, AbortSignal.timeout(post.timeLimitMs)])
  for (let tries = 0; ; tries++) {
    const answer = await ask({ ...post, signal })
    const mayHelp = answer.outcome === 'error' && (answer.status === 429 || answer.status >= 500)
    if (!mayHelp || isFinal(answer) || tries === RETRIES) return answer
    await wait(answer.retryAfterMs ?? 300 * 2 ** tries, undefined, { signal })
  }
}

/** How long a clip may take. */
export const limitFor = ({ soon }: SpeechRequest, limitMs: number): number =>
  soon ? Math.min(SOON_LIMIT_MS, limitMs) : limitMs

/** The result after all retries: too many requests is an expected answer, a broken server is not. */
export function overloaded({ status, retryAfterMs }: { status: number; retryAfterMs: number | null }): SpeechResult {
  if (status !== 429) throw new Error(`the speech server answered HTTP ${status}`)
  return { outcome: 'busy', ...(retryAfterMs === null ? {} : { retryAfterMs }) }
}

/** A provider's own codes in an error's body, the current one first. Never its message, which may quote the text. */
export function providerCodes(body: unknown): string[] {
  const { detail, error } = fieldsOf(body)
  const named = [detail, error].flatMap((part) => {
    const { code, error: name, status } = fieldsOf(part)
    return [part, code, name, status]
  })
  return named.filter((code) => typeof code === 'string' && /^[\w-]{1,64}$/.test(code)) as string[]
}

/** Whether an error says that the server has no such voice, by its name. */
export function speaksOfVoice(body: unknown, voice: string): boolean {
  const words = JSON.stringify(body ?? '')
  return /voice/i.test(words.replaceAll(voice, '')) && words.includes(voice)
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

async function ask({ url, headers, body, signal }: Omit<SpeechPost, 'timeLimitMs'>): Promise<SpeechAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error', // the key is for this server alone
    signal,
  })
  const bytes = await readAtMost(response, MAX_BYTES).catch((error: unknown) => {
    signal.throwIfAborted()
    if (!response.ok || !(error instanceof Error)) throw error
    return error
  })
  if (bytes instanceof Error) return { outcome: 'broken', reason: `the sound broke off: ${bytes.message}` }
  if (!response.ok) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
    return { outcome: 'error', status: response.status, body: jsonOrNull(bytes.toString()), retryAfterMs }
  }
  const type = response.headers.get('content-type') ?? ''
  if (!/^(audio\/|application\/octet-stream)/.test(type))
    throw new Error(`the speech server answered with ${type || 'no type'}`)
  return { outcome: 'audio', bytes }
}

/** Reads the body of somebody else's response, which must not fill our memory. */
export async function readAtMost(response: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > limit) throw new Error('the server does not stop talking')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A parsed answer, or null. Drops the parser's own error, which quotes the input. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** No sentence is shorter: a server that answers with less has no such voice. */
const SHORTEST_S = 0.3
/** "Up." may be. */
const SHORTEST_TEXT = 10

/**
 * Makes a clip of what a server sent. A body that isn't speech is unsound, and one without any sound a refusal of the
 * voice: some servers begin an answer before they look for it.
 */
export async function finishSpeech(
  bytes: Buffer,
  { text, form, signal }: SpeechRequest,
  read: (bytes: Buffer) => Sound = readPcmWav,
): Promise<SpeechResult> {
  const noVoice = { outcome: 'refused', reason: 'invalid', refusal: NO_SOUND, onlyThisVoice: true } as const
  if (bytes.length === 0) return noVoice
  try {
    const sound = read(bytes)
    if (text.length >= SHORTEST_TEXT && sound.samples.length < SHORTEST_S * sound.rate) return noVoice
    return { outcome: 'spoken', audio: await finishInWorker(sound, text, form, signal) }
  } catch (error) {
    signal.throwIfAborted()
    return { outcome: 'unsound', reason: error instanceof Error ? error.message : 'unknown' }
  }
}

const NO_SOUND = { status: 200, code: null, hint: 'no sound: it may not have this voice' }

/** Bare samples; some servers send a WAV file all the same. Throws on a compressed file, which would be noise. */
export function readSamples(bytes: Buffer, rate: number): Sound {
  const begin = bytes.toString('latin1', 0, 4)
  if (begin === 'RIFF') return readPcmWav(bytes)
  if (/^(ID3|OggS|fLaC)/.test(begin) || isMp3Frame(bytes)) throw new Error('compressed sound instead of samples')
  return { samples: fromPcm16(bytes), rate }
}

/** An mp3 may begin without a tag. Speech begins near silence, and never with these two bytes but by rare chance. */
const isMp3Frame = ([first, second = 0]: Buffer): boolean => first === 0xff && (second & 0xe6) === 0xe2
