import { setTimeout as wait } from 'node:timers/promises'
import { jsonOrNull, readAtMost } from '../../../platform/outbound/read-answer.ts'
import type { SpeechRequest, SpeechResult } from '../speech-engine.ts'

/** Of a clip that somebody waits for, however long others may take. */
const SOON_LIMIT_MS = 15_000
const RETRIES = 2
const MAX_BYTES = 20_000_000

export type SpeechPost = {
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
