import { createHash } from 'node:crypto'
import { finishInWorker } from '../audio/finish-in-worker.ts'
import { SOUND_VERSION } from '../audio/sound-version.ts'
import { readPcmWav } from '../audio/wav.ts'
import type { Speech, SpeechRequest, SpeechResult } from './speech-engine.ts'
import { overloaded, providerCodes, requestSpeech, type SpeechAnswer } from './speech-request.ts'
import { VOICE_SETTINGS } from './voice-settings.ts'

export type OpenAiSpeechOptions = {
  /** Up to and with `/v1`. */
  url: string
  /** Null where the server needs none, as many self-hosted ones do. */
  apiKey: string | null
  model: string
  timeLimitMs?: number
}

/** Any server with OpenAI's speech protocol, theirs or your own. */
export function openAiSpeech(options: OpenAiSpeechOptions): Speech {
  return {
    engine: 'openai',
    engineVersion: options.model,
    maxChars: 4096,
    fingerprint: (voiceId) =>
      createHash('sha256')
        .update(JSON.stringify([SOUND_VERSION, options.url, VOICE_SETTINGS[voiceId].openai]))
        .digest('hex'),
    synthesize: (request) => speak(options, request),
  }
}

async function speak(
  options: OpenAiSpeechOptions,
  { voiceId, text, form, signal }: SpeechRequest,
): Promise<SpeechResult> {
  const { voice, speed, instructions } = VOICE_SETTINGS[voiceId].openai
  const answer = await requestSpeech(
    {
      url: `${options.url.replace(/\/+$/, '')}/audio/speech`,
      headers: options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` },
      // WAV and not bare samples: its header tells the sample rate, which differs between servers.
      body: { model: options.model, input: text, voice, speed, instructions, response_format: 'wav' },
      signal,
      timeLimitMs: options.timeLimitMs,
    },
    isQuota,
  )
  if (answer.outcome === 'error') return refused(answer)
  return { outcome: 'spoken', audio: await finishInWorker(readPcmWav(answer.bytes), text, form, signal) }
}

/** Used-up quotas come as 429 too, but trying again does not fill an account. */
function isQuota(answer: SpeechAnswer): boolean {
  return (
    answer.outcome === 'error' && (answer.status === 402 || providerCodes(answer.body).includes('insufficient_quota'))
  )
}

function refused(answer: SpeechAnswer & { outcome: 'error' }): SpeechResult {
  const refusal = { status: answer.status, code: providerCodes(answer.body)[0] ?? null }
  if (isQuota(answer)) return { outcome: 'refused', reason: 'quota', refusal }
  if (answer.status === 429 || answer.status >= 500) return overloaded(answer)
  if (answer.status === 401 || answer.status === 403) return { outcome: 'refused', reason: 'auth', refusal }
  const isTooLong = answer.status === 413 || providerCodes(answer.body).includes('string_above_max_length')
  return { outcome: 'refused', reason: isTooLong ? 'too-long' : 'invalid', refusal }
}
