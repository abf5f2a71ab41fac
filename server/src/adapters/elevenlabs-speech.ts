import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { VoiceId } from '@reveille/core/voices'
import type { Speech, SpeechRequest, SpeechResult } from '../ports/speech.ts'
import { finishInWorker } from './audio/finish-in-worker.ts'
import { SOUND_VERSION } from './audio/sound-version.ts'
import { fromPcm16 } from './audio/wav.ts'
import { overloaded, requestSpeech } from './speech-request.ts'

const MODEL = 'eleven_flash_v2_5'
const RATE = 16_000

/** Voices that every account has, and how each of ours speaks with them. */
const VOICES: Record<VoiceId, { voice: string; settings: { stability: number; style: number; speed: number } }> = {
  lily: { voice: 'pFZP5JQG7iQjIQuC4Bku', settings: { stability: 0.7, style: 0.1, speed: 0.9 } },
  bill: { voice: 'pqHfZKP75CvOlQylNhV4', settings: { stability: 0.65, style: 0.2, speed: 0.92 } },
  liam: { voice: 'TX3LPaxmHKxFdv7VOQHJ', settings: { stability: 0.6, style: 0, speed: 1 } },
  'todd-thomas': { voice: 'bIHbv24MWmeRgasZH58o', settings: { stability: 0.35, style: 0.6, speed: 1.1 } },
  'radio-station': { voice: 'onwK4e9ZLuTAKqWW03F9', settings: { stability: 0.5, style: 0.5, speed: 1.05 } },
  jocko: { voice: 'pNInz6obpgDQGcFmaJgB', settings: { stability: 0.8, style: 0.3, speed: 0.95 } },
}

const Refusal = z.object({ detail: z.object({ status: z.string() }) })

export type ElevenLabsOptions = { apiKey: string; apiUrl: string; timeLimitMs?: number }

/** ElevenLabs. It gives plain samples; loudness and form are made here, so that all engines sound alike on the phone. */
export function elevenLabsSpeech(options: ElevenLabsOptions): Speech {
  return {
    engine: 'elevenlabs',
    engineVersion: MODEL,
    maxChars: 40_000,
    fingerprint: (voiceId) =>
      createHash('sha256')
        .update(JSON.stringify([SOUND_VERSION, VOICES[voiceId]]))
        .digest('hex'),
    synthesize: (request) => speak(options, request),
  }
}

async function speak(
  { apiKey, apiUrl, timeLimitMs }: ElevenLabsOptions,
  { voiceId, text, form, signal }: SpeechRequest,
): Promise<SpeechResult> {
  const { voice, settings } = VOICES[voiceId]
  const answer = await requestSpeech(
    {
      url: `${apiUrl}/v1/text-to-speech/${voice}?output_format=pcm_${RATE}`,
      headers: { 'xi-api-key': apiKey },
      body: { text, model_id: MODEL, voice_settings: settings },
      signal,
      timeLimitMs,
    },
    () => false,
  )
  if (answer.outcome === 'error') return refusal(answer)
  const sound = { samples: fromPcm16(answer.bytes), rate: RATE }
  return { outcome: 'spoken', audio: await finishInWorker(sound, text, form, signal) }
}

function refusal(answer: { status: number; body: unknown; retryAfterMs: number | null }): SpeechResult {
  if (answer.status === 429 || answer.status >= 500) return overloaded(answer)
  const parsed = Refusal.safeParse(answer.body)
  const status = parsed.success ? parsed.data.detail.status : ''
  if (status === 'quota_exceeded') return { outcome: 'refused', reason: 'quota' }
  if (status === 'max_character_limit_exceeded') return { outcome: 'refused', reason: 'too-long' }
  if (status === 'voice_not_found') return { outcome: 'refused', reason: 'invalid' }
  return { outcome: 'refused', reason: answer.status === 401 || answer.status === 403 ? 'auth' : 'invalid' }
}
