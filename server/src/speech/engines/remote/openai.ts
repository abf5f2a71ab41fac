import type { Config } from '../../../platform/config/config.ts'
import { fingerprintOf } from '../../audio/finish-clip.ts'
import type { Speech, SpeechRequest, SpeechResult } from '../speech-engine.ts'
import { serverVoices, type ServerVoice } from './server-voices.ts'
import {
  finishSpeech,
  limitFor,
  overloaded,
  providerCodes,
  requestSpeech,
  speaksOfVoice,
  type SpeechAnswer,
} from './speech-request.ts'

export type OpenAiSpeechOptions = NonNullable<Config['speech']['openai']>

/** Any server with OpenAI's speech protocol, theirs or your own. */
export function openAiSpeech({ url, ...settings }: OpenAiSpeechOptions): Speech {
  const options = { ...settings, url: url.replace(/\/+$/, '') }
  const voices = serverVoices(options)
  const known = (voiceId: SpeechRequest['voiceId']) => {
    const voice = voices.of(voiceId)
    return voice === 'undecided' ? null : voice
  }
  return {
    engine: 'openai',
    engineVersion: options.model,
    maxChars: 4096,
    voices: {
      timeLimitMs: options.timeLimitMs,
      nameOf: (voiceId) => known(voiceId)?.voice ?? null,
      list: voices.list,
      decide: voices.decide,
    },
    fingerprint: (voiceId) => fingerprintOf(url, known(voiceId)),
    async synthesize(request) {
      const voice = voices.of(request.voiceId)
      if (voice === null) return NO_SUCH_VOICE
      if (voice !== 'undecided') return speak(options, voice, request)
      // Speak only the next clip: this one was requested under the key of an undecided voice.
      await voices.decide()
      return { outcome: 'busy' }
    },
  }
}

const NO_SUCH_VOICE: SpeechResult = {
  outcome: 'refused',
  reason: 'invalid',
  refusal: { status: 0, code: null, hint: 'no voice is known for it: set SPEECH_PRESET or SPEECH_VOICES' },
  onlyThisVoice: true,
}

async function speak(options: OpenAiSpeechOptions, voice: ServerVoice, request: SpeechRequest): Promise<SpeechResult> {
  const { url, apiKey, model, timeLimitMs } = options
  const speed = voice.speed === undefined ? {} : { speed: request.speed ?? voice.speed }
  const answer = await requestSpeech(
    {
      url: `${url}/audio/speech`,
      headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
      // WAV instead of raw samples: its header has the sample rate, which differs between servers.
      body: { model, input: request.text, ...voice, ...speed, response_format: 'wav' },
      signal: request.signal,
      timeLimitMs: limitFor(request, timeLimitMs),
    },
    (tried) => quotaIn(tried) || isOfVoice(tried, voice),
  )
  if (answer.outcome === 'broken') return { outcome: 'unsound', reason: answer.reason }
  return answer.outcome === 'error' ? refused(answer, voice) : finishSpeech(answer.bytes, request)
}

/** A used-up quota is a 429 too, but retrying doesn't refill an account. */
function quotaIn(answer: SpeechAnswer): boolean {
  return (
    answer.outcome === 'error' && (answer.status === 402 || providerCodes(answer.body).includes('insufficient_quota'))
  )
}

/** The server lacks the voice: most answer 404 or 422, others 400 or even 500 with its name. */
function isOfVoice(answer: SpeechAnswer, { voice }: ServerVoice): boolean {
  if (answer.outcome !== 'error') return false
  return answer.status === 404 || answer.status === 422 || speaksOfVoice(answer.body, voice)
}

function refused(answer: SpeechAnswer & { outcome: 'error' }, voice: ServerVoice): SpeechResult {
  const codes = providerCodes(answer.body)
  const refusal = { status: answer.status, code: codes[0] ?? null }
  if (quotaIn(answer)) return { outcome: 'refused', reason: 'quota', refusal }
  if (answer.status === 401 || answer.status === 403) return { outcome: 'refused', reason: 'auth', refusal }
  if (answer.status === 413 || codes.includes('string_above_max_length'))
    return { outcome: 'refused', reason: 'too-long', refusal }
  if (isOfVoice(answer, voice)) return { outcome: 'refused', reason: 'invalid', refusal, onlyThisVoice: true }
  if (answer.status === 429 || answer.status >= 500) return overloaded(answer)
  return { outcome: 'refused', reason: 'invalid', refusal }
}
