import type { VoiceId } from '@reveille/core/speech/voices'
import type { Clock } from '../../platform/clock/clock.ts'
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

const FAILURES = 3
const OPEN_MS = 60_000

/**
 * Opens for a minute after three failures in a row: a provider that is down then costs the next calls no time. After the
 * minute one request tries; the others are kept out until it is known how that went.
 */
function circuitBreaker(name: string, clock: Pick<Clock, 'monotonic'>) {
  let failures = 0
  let openUntil = -Infinity

  function beginOrThrow() {
    if (failures < FAILURES) return
    if (clock.monotonic() < openUntil)
      throw new Error(`${name} is not asked: its circuit breaker is open after ${failures} failures`)
    openUntil = clock.monotonic() + OPEN_MS // this one tries, the others are kept out meanwhile
  }

  function failed() {
    failures++
    openUntil = clock.monotonic() + OPEN_MS
  }

  /** A throw counts as a failure, and so does a result for which `isFailure` is true. Throws while the breaker is open. */
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
