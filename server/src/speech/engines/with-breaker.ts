import type { VoiceId } from '@reveille/core/speech/voices'
import type { Clock } from '../../platform/clock/clock.ts'
import { circuitBreaker } from '../../platform/outbound/circuit-breaker.ts'
import type { Speech, SpeechRefused, SpeechRequest, SpeechResult, SpeechUnsound } from './speech-engine.ts'

/** A refused voice has a wrong id or needs another plan: an operator mends that, and mostly restarts us. */
const REFUSED_MS = 60 * 60_000
/** One that breaks off may have had a bad moment: as for a whole engine. */
const [UNSOUND, UNSOUND_MS] = [3, 60_000]

/** Puts a circuit breaker before an engine, and one before each voice that it refuses. */
export function withBreaker(speech: Speech, clock: Pick<Clock, 'monotonic'>): Speech {
  const unlessOpen = circuitBreaker(speech.engine, clock)
  const resting = new Map<VoiceId, { until: number; answer: SpeechRefused | SpeechUnsound }>()
  const unsound = new Map<VoiceId, number>()

  async function synthesize(request: SpeechRequest): Promise<SpeechResult> {
    const { voiceId } = request
    const last = resting.get(voiceId)
    if (last !== undefined && clock.monotonic() < last.until) return { ...last.answer, breakerOpen: true }
    const answer = await unlessOpen(() => speech.synthesize(request), isOutage)
    unsound.set(voiceId, answer.outcome === 'unsound' ? (unsound.get(voiceId) ?? 0) + 1 : 0)
    const restMs = restOf(answer, unsound.get(voiceId) ?? 0)
    if (restMs > 0 && (answer.outcome === 'refused' || answer.outcome === 'unsound'))
      resting.set(voiceId, { until: clock.monotonic() + restMs, answer })
    return answer
  }
  return { ...speech, synthesize }
}

/** How long a voice is not asked for after an answer; the others go on. */
function restOf(answer: SpeechResult, unsoundInARow: number): number {
  if (answer.outcome === 'refused' && answer.onlyThisVoice) return REFUSED_MS
  return unsoundInARow >= UNSOUND ? UNSOUND_MS : 0
}

/** A refused text is no sign of an outage. */
function isOutage(result: SpeechResult): boolean {
  if (result.outcome === 'refused')
    return !result.onlyThisVoice && (result.reason === 'auth' || result.reason === 'quota')
  return result.outcome === 'busy'
}
