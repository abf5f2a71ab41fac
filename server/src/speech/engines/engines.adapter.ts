import type { Clock } from '../../platform/clock/clock.ts'
import { limiter } from '../../platform/concurrency/limiter.ts'
import { elevenLabsSpeech, type ElevenLabsOptions } from './elevenlabs.ts'
import { fliteSpeech } from './flite.ts'
import { openAiSpeech, type OpenAiSpeechOptions } from './openai.ts'
import type { Speech, SpeechEngines } from './speech-engine.ts'
import { restingSpeech } from './with-breaker.ts'

export type SpeechSettings = {
  /** Clips made at a time: by a provider within its plan, by the embedded engine in as many processes. */
  atOnce: number
  elevenlabs: ElevenLabsOptions | null
  openai: OpenAiSpeechOptions | null
}

/** The engines that are configured, and behind them the embedded one, which needs nothing (CALL-8). */
export function speechEngines({ atOnce, elevenlabs, openai }: SpeechSettings, clock: Clock): SpeechEngines {
  const embedded = fliteSpeech({ atOnce })
  const remote = [...(elevenlabs ? [elevenLabsSpeech(elevenlabs)] : []), ...(openai ? [openAiSpeech(openai)] : [])].map(
    (engine) => takingTurns(restingSpeech(engine, clock), atOnce),
  )
  const [first, ...others] = remote
  return first ? [first, ...others, embedded] : [embedded]
}

/** Who waited for a turn while the engine went to rest learns so at once, and goes on to the next engine. */
function takingTurns(speech: Speech, atOnce: number): Speech {
  const { run: turn } = limiter(atOnce)
  return { ...speech, synthesize: (request) => turn(() => speech.synthesize(request), request.signal) }
}
