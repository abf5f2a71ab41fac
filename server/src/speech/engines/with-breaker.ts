import type { VoiceId } from '@reveille/core/speech/voices'
import type { Clock } from '../../platform/clock/clock.ts'
import { circuitBreaker } from '../../platform/outbound/circuit-breaker.ts'
import type { Speech, SpeechRefused, SpeechRequest, SpeechResult } from './speech-engine.ts'

/** A refused voice has a wrong id or needs another plan: an operator mends that, and mostly restarts us. */
const VOICE_OPEN_MS = 60 * 60_000

/** Puts a circuit breaker before an engine, and one before each voice that it refuses. */
export function withBreaker(speech: Speech, clock: Pick<Clock, 'monotonic'>): Speech {
  const unlessOpen = circuitBreaker(speech.engine, clock)
  const refused = new Map<VoiceId, { until: number; answer: SpeechRefused }>()

  async function synthesize(request: SpeechRequest): Promise<SpeechResult> {
    const { voiceId } = request
    const last = refused.get(voiceId)
    if (last !== undefined && clock.monotonic() < last.until) return { ...last.answer, breakerOpen: true }
    const result = await unlessOpen(() => speech.synthesize(request), isOutage)
    if (result.outcome === 'refused' && result.onlyThisVoice)
      refused.set(voiceId, { until: clock.monotonic() + VOICE_OPEN_MS, answer: result })
    return result
  }
  return { ...speech, synthesize }
}

/** A refused text is no sign of an outage. */
function isOutage(result: SpeechResult): boolean {
  if (result.outcome === 'refused')
    return !result.onlyThisVoice && (result.reason === 'auth' || result.reason === 'quota')
  return result.outcome === 'busy'
}
