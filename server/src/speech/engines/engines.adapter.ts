import type { Clock } from '../../platform/clock/clock.ts'
import { limiter } from '../../platform/concurrency/limiter.ts'
import { elevenLabsSpeech, type ElevenLabsOptions } from './elevenlabs.ts'
import { fliteSpeech } from './flite.ts'
import { openAiSpeech, type OpenAiSpeechOptions } from './openai.ts'
import type { Speech, SpeechEngines } from './speech-engine.ts'
import { withBreaker } from './with-breaker.ts'

export type SpeechSettings = {
  /** Clips made at once: by a provider within its plan, by the embedded engine in as many processes. */
  atOnce: number
  elevenlabs: ElevenLabsOptions | null
  openai: OpenAiSpeechOptions | null
}

/** The configured engines, and behind them the embedded one, which needs nothing (CALL-8). */
export function speechEngines({ atOnce, elevenlabs, openai }: SpeechSettings, clock: Clock): SpeechEngines {
  const embedded = fliteSpeech({ atOnce })
  const remote = [...(elevenlabs ? [elevenLabsSpeech(elevenlabs)] : []), ...(openai ? [openAiSpeech(openai)] : [])].map(
    (engine) => withLimiter(withBreaker(engine, clock), atOnce),
  )
  const [first, ...others] = remote
  return first ? [first, ...others, embedded] : [embedded]
}

/** A request that was queued when the breaker opened fails at once, and goes on to the next engine. */
function withLimiter(speech: Speech, atOnce: number): Speech {
  const { run: limited } = limiter(atOnce)
  return { ...speech, synthesize: (request) => limited(() => speech.synthesize(request), request.signal) }
}
