import type { Clock } from '../../platform/clock/clock.ts'
import { limiter } from '../../platform/concurrency/limiter.ts'
import type { Config } from '../../platform/config/config.ts'
import { fliteSpeech } from './flite.ts'
import { elevenLabsSpeech } from './remote/elevenlabs.ts'
import { openAiSpeech } from './remote/openai.ts'
import type { Speech, SpeechEngines } from './speech-engine.ts'
import { packedSpeech } from './voice-pack.ts'
import { withBreaker } from './with-breaker.ts'

type SpeechSettings = Pick<Config['speech'], 'atOnce' | 'pack' | 'elevenlabs' | 'openai'>

/** The configured engines, then the embedded one, which needs nothing. */
export function speechEngines({ atOnce, pack, elevenlabs, openai }: SpeechSettings, clock: Clock): SpeechEngines {
  const embedded = fliteSpeech({ atOnce })
  const guarded = (engine: Speech, most: number) => withLimiter(withBreaker(engine, clock), most)
  const remote = [
    ...(pack === null ? [] : [packedSpeech(pack)]),
    ...(elevenlabs ? [guarded(elevenLabsSpeech(elevenlabs), elevenlabs.atOnce)] : []),
    ...(openai ? [guarded(openAiSpeech(openai), openai.atOnce)] : []),
  ]
  const [first, ...others] = remote
  return first ? [first, ...others, embedded] : [embedded]
}

/** A request that was queued when the breaker opened fails at once and goes to the next engine. */
function withLimiter(speech: Speech, atOnce: number): Speech {
  const { run: limited } = limiter(atOnce)
  return { ...speech, synthesize: (request) => limited(() => speech.synthesize(request), request.signal) }
}
