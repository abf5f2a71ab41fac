import type { VoiceId } from '@reveille/core/speech/voices'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Speech, SpeechRefused, SpeechRequest, SpeechResult, SpeechUnsound } from './speech-engine.ts'

/** A refused voice has a wrong id or needs another plan, so only an operator can fix it. */
const REFUSED_MS = 60 * 60_000
/** A voice that breaks off may recover soon, like a whole engine. */
const [UNSOUND, UNSOUND_MS] = [3, 60_000]

/** Adds a circuit breaker to an engine, and one to each voice that it refuses. */
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

/** How long a voice isn't requested after an answer; the others continue. */
function restOf(answer: SpeechResult, unsoundInARow: number): number {
  if (answer.outcome === 'refused' && answer.onlyThisVoice) return REFUSED_MS
  return unsoundInARow >= UNSOUND ? UNSOUND_MS : 0
}

/** A refused text isn't an outage. */
function isOutage(result: SpeechResult): boolean {
  if (result.outcome === 'refused')
    return !result.onlyThisVoice && (result.reason === 'auth' || result.reason === 'quota')
  return result.outcome === 'busy'
}

const FAILURES = 3
const OPEN_MS = 60_000

/**
 * Opens for a minute after three failures in a row, so that a provider that is down doesn't delay calls. Then one
 * request tries, while the others wait for its result elsewhere.
 */
function circuitBreaker(name: string, clock: Pick<Clock, 'monotonic'>) {
  let failures = 0
  let openUntil = -Infinity

  function beginOrThrow() {
    if (failures < FAILURES) return
    if (clock.monotonic() < openUntil)
      throw new Error(`${name} is not asked: its circuit breaker is open after ${failures} failures`)
    openUntil = clock.monotonic() + OPEN_MS // this request tries; others are kept out meanwhile
  }

  function failed() {
    failures++
    openUntil = clock.monotonic() + OPEN_MS
  }

  /** A throw counts as a failure, as does a result for which `isFailure` is true. Throws while the breaker is open. */
  return async function unlessOpen<T>(work: () => Promise<T>, isFailure: (result: T) => boolean): Promise<T> {
    beginOrThrow()
    try {
      const result = await work()
      if (isFailure(result)) failed()
      else failures = 0
      return result
    } catch (error) {
      failed()
      throw error
    }
  }
}
