import type { VoiceId } from '@reveille/core/speech/voices'
import type { Config } from '../../../platform/config/config.ts'
import { fingerprintOf } from '../../audio/finish-clip.ts'
import type { Speech, SpeechRequest, SpeechResult } from '../speech-engine.ts'
import { VOICE_SETTINGS, type ElevenLabsManner } from '../voice-settings.ts'
import { finishSpeech, limitFor, overloaded, providerCodes, readSamples, requestSpeech } from './speech-request.ts'

const RATE = 16_000

/** The server refuses speeds outside this range. */
const [SLOWEST, FASTEST] = [0.7, 1.2]

/** Characters per request: the limit of eleven_multilingual_v2, the lowest of the models that support `speed`. */
const MAX_CHARS = 10_000

export type ElevenLabsOptions = NonNullable<Config['speech']['elevenlabs']>

/** ElevenLabs returns raw samples; we set loudness and format, so that all engines sound alike on the phone. */
export function elevenLabsSpeech(options: ElevenLabsOptions): Speech {
  return {
    engine: 'elevenlabs',
    engineVersion: options.model,
    maxChars: MAX_CHARS,
    voices: { timeLimitMs: options.timeLimitMs, nameOf: (voiceId) => options.voices[voiceId].voice },
    fingerprint: (voiceId) => fingerprintOf(spokenBy(options.voices, voiceId)),
    synthesize: (request) => speak(options, request),
  }
}

function spokenBy(
  voices: ElevenLabsOptions['voices'],
  voiceId: VoiceId,
): { voice: string; settings: ElevenLabsManner } {
  const { voice, speed } = voices[voiceId]
  const manner = VOICE_SETTINGS[voiceId].elevenlabs
  return { voice, settings: { ...manner, speed: Math.min(FASTEST, Math.max(SLOWEST, speed ?? manner.speed)) } }
}

async function speak(
  { apiKey, apiUrl, model, voices, timeLimitMs }: ElevenLabsOptions,
  request: SpeechRequest,
): Promise<SpeechResult> {
  const { voice, settings } = spokenBy(voices, request.voiceId)
  const answer = await requestSpeech(
    {
      url: `${apiUrl}/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=pcm_${RATE}`,
      headers: { 'xi-api-key': apiKey },
      body: {
        text: request.text,
        model_id: model,
        voice_settings: { ...settings, speed: request.speed ?? settings.speed },
      },
      signal: request.signal,
      timeLimitMs: limitFor(request, timeLimitMs),
    },
    () => false,
  )
  if (answer.outcome === 'broken') return { outcome: 'unsound', reason: answer.reason }
  if (answer.outcome === 'error') return refused(answer)
  return finishSpeech(answer.bytes, request, (bytes) => readSamples(bytes, RATE))
}

function refused(answer: { status: number; body: unknown; retryAfterMs: number | null }): SpeechResult {
  if (answer.status === 429 || answer.status >= 500) return overloaded(answer)
  const { status } = answer
  const codes = providerCodes(answer.body)
  const refusal = { status, code: codes[0] ?? null }
  if (status === 402 || codes.includes('paid_plan_required')) {
    return {
      outcome: 'refused',
      reason: 'quota',
      refusal: { ...refusal, hint: 'needs a paid plan' },
      onlyThisVoice: true,
    }
  }
  const has = (...names: string[]) => names.some((name) => codes.includes(name))
  if (has('quota_exceeded')) return { outcome: 'refused', reason: 'quota', refusal }
  if (has('max_character_limit_exceeded', 'text_too_long')) return { outcome: 'refused', reason: 'too-long', refusal }
  if (status === 404 || status === 422 || has('voice_not_found', 'invalid_uid')) {
    return { outcome: 'refused', reason: 'invalid', refusal, onlyThisVoice: true }
  }
  return { outcome: 'refused', reason: status === 401 || status === 403 ? 'auth' : 'invalid', refusal }
}
