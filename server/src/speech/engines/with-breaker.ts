import type { VoiceId } from '@reveille/core/speech/voices'
import type { Clock } from '../../platform/clock/clock.ts'
import { restAfterFailures } from '../../platform/outbound/circuit-breaker.ts'
import type { Speech, SpeechRefused, SpeechRequest, SpeechResult } from './speech-engine.ts'

/** What is wrong with a voice, such as its id or the plan, an operator puts right, and restarts us mostly. */
const VOICE_RESTS_MS = 60 * 60_000

/** An engine that is left alone while it is in trouble; of a voice that it refuses, that voice alone. */
export function restingSpeech(speech: Speech, clock: Pick<Clock, 'monotonic'>): Speech {
  const unlessResting = restAfterFailures(speech.engine, clock)
  const refused = new Map<VoiceId, { until: number; answer: SpeechRefused }>()

  async function synthesize(request: SpeechRequest): Promise<SpeechResult> {
    const { voiceId } = request
    const last = refused.get(voiceId)
    if (last !== undefined && clock.monotonic() < last.until) return { ...last.answer, resting: true }
    const result = await unlessResting(() => speech.synthesize(request), isOutage)
    if (result.outcome === 'refused' && result.onlyThisVoice)
      refused.set(voiceId, { until: clock.monotonic() + VOICE_RESTS_MS, answer: result })
    return result
  }
  return { ...speech, synthesize }
}

/** A text it does not like is no sign of anything wrong with the engine. */
function isOutage(result: SpeechResult): boolean {
  if (result.outcome === 'refused')
    return !result.onlyThisVoice && (result.reason === 'auth' || result.reason === 'quota')
  return result.outcome === 'busy'
}
