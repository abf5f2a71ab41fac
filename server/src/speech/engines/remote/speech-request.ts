import { setTimeout as wait } from 'node:timers/promises'
import { finishInWorker } from '../../audio/finish-in-worker.ts'
import { fromPcm16, readPcmWav, type Sound } from '../../audio/wav.ts'
import type { SpeechRequest, SpeechResult } from '../speech-engine.ts'

/** For a clip that somebody waits for, even if others may take longer. */
const SOON_LIMIT_MS = 15_000
const RETRIES = 2
const MAX_BYTES = 20_000_000

type SpeechPost = {
  url: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal
  /** For all attempts together. */
  timeLimitMs: number
}

/** Audio, `broken` off midway, or a refusal's status and body for the adapter to interpret. */
export type SpeechAnswer =
  | { outcome: 'audio'; bytes: Buffer }
  | { outcome: 'broken'; reason: string }
  | { outcome: 'error'; status: number; body: unknown; retryAfterMs: number | null }

/**
 * Requests speech with at most two retries while the server is overloaded or broken, all within the time limit. Throws
 * if it can't be reached, takes too long, or answers with something that isn't audio.
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

export const limitFor = ({ soon }: SpeechRequest, limitMs: number): number =>
  soon ? Math.min(SOON_LIMIT_MS, limitMs) : limitMs

/** The result after all retries: a rate limit is an expected answer, a broken server isn't. */
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

/** Whether an error says by name that the server has no such voice. */
export function speaksOfVoice(body: unknown, voice: string): boolean {
  const words = JSON.stringify(body ?? '')
  return /voice/i.test(words.replaceAll(voice, '')) && words.includes(voice)
}

export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

async function ask({ url, headers, body, signal }: Omit<SpeechPost, 'timeLimitMs'>): Promise<SpeechAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error', // the key is only for this server
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

/** Limits the body of an external response, which must not fill our memory. */
export async function readAtMost(response: Response, limit: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > limit) throw new Error('the response is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Null if invalid. Drops the parser's error, which quotes the input. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** Shorter than any sentence: a server that answers with less lacks the voice. */
const SHORTEST_S = 0.3
/** Except for texts like "Up." */
const SHORTEST_TEXT = 10

/**
 * Finishes a server's clip. A body that isn't speech is unsound; one without any sound refuses the voice, because some
 * servers begin an answer before they look for it.
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

/** Raw samples, though some servers send a WAV file anyway. Throws on a compressed file, which would be noise. */
export function readSamples(bytes: Buffer, rate: number): Sound {
  const begin = bytes.toString('latin1', 0, 4)
  if (begin === 'RIFF') return readPcmWav(bytes)
  if (/^(ID3|OggS|fLaC)/.test(begin) || isMp3Frame(bytes)) throw new Error('compressed sound instead of samples')
  return { samples: fromPcm16(bytes), rate }
}

/** An mp3 may begin without a tag. Speech begins near silence, so hardly ever with these two bytes. */
const isMp3Frame = ([first, second = 0]: Buffer): boolean => first === 0xff && (second & 0xe6) === 0xe2
