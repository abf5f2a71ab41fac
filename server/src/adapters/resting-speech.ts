import type { Clock } from '../ports/clock.ts'
import type { Speech, SpeechResult } from '../ports/speech.ts'

const FAILURES = 3
const REST_MS = 60_000

/**
 * Lets an engine rest for a minute after three failures in a row: a provider that is down then costs the next calls
 * nothing, where each would have waited for it in vain. After the minute one request tries; the others wait for it.
 */
export function restingSpeech(speech: Speech, clock: Pick<Clock, 'monotonic'>): Speech {
  let failures = 0
  let restsUntil = -Infinity

  function beginOrThrow() {
    if (failures < FAILURES) return
    if (clock.monotonic() < restsUntil) throw new Error(`${speech.engine} rests after ${failures} failures`)
    restsUntil = clock.monotonic() + REST_MS // this one tries, the others keep out until it is known
  }

  function failed() {
    failures++
    restsUntil = clock.monotonic() + REST_MS
  }

  return {
    ...speech,
    async synthesize(request) {
      beginOrThrow()
      try {
        const result = await speech.synthesize(request)
        if (isOutage(result)) failed()
        else failures = 0
        return result
      } catch (error) {
        failed()
        throw error
      }
    },
  }
}

/** A text it does not like is no sign of anything wrong with the engine. */
function isOutage(result: SpeechResult): boolean {
  if (result.outcome === 'refused') return result.reason === 'auth' || result.reason === 'quota'
  return result.outcome === 'busy'
}
