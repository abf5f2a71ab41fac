import type { Clock } from '../ports/clock.ts'
import type { Speech, SpeechResult } from '../ports/speech.ts'
import { restAfterFailures } from './rest-after-failures.ts'

/** An engine that is left alone while it is in trouble. */
export function restingSpeech(speech: Speech, clock: Pick<Clock, 'monotonic'>): Speech {
  const unlessResting = restAfterFailures(speech.engine, clock)
  return { ...speech, synthesize: (request) => unlessResting(() => speech.synthesize(request), isOutage) }
}

/** A text it does not like is no sign of anything wrong with the engine. */
function isOutage(result: SpeechResult): boolean {
  if (result.outcome === 'refused') return result.reason === 'auth' || result.reason === 'quota'
  return result.outcome === 'busy'
}
