import type { Clock } from '../ports/clock.ts'
import type { Speech, SpeechEngines } from '../ports/speech.ts'
import { inTurn } from './audio/in-turn.ts'
import { elevenLabsSpeech, type ElevenLabsOptions } from './elevenlabs-speech.ts'
import { fliteSpeech } from './flite-speech.ts'
import { openAiSpeech, type OpenAiSpeechOptions } from './openai-speech.ts'
import { restingSpeech } from './resting-speech.ts'

/** Below the smallest plans' limits; the embedded engine gets one process for each of two cores. */
const AT_ONCE = 2

export type SpeechSettings = {
  elevenlabs: ElevenLabsOptions | null
  openai: OpenAiSpeechOptions | null
}

/** The engines that are configured, and behind them the embedded one, which needs nothing (CALL-8). */
export function speechEngines({ elevenlabs, openai }: SpeechSettings, clock: Clock): SpeechEngines {
  const embedded = fliteSpeech({ atOnce: AT_ONCE })
  const remote = [...(elevenlabs ? [elevenLabsSpeech(elevenlabs)] : []), ...(openai ? [openAiSpeech(openai)] : [])].map(
    (engine) => takingTurns(restingSpeech(engine, clock)),
  )
  const [first, ...others] = remote
  return first ? [first, ...others, embedded] : [embedded]
}

/** Who waited for a turn while the engine went to rest learns so at once, and goes on to the next engine. */
function takingTurns(speech: Speech): Speech {
  const turn = inTurn(AT_ONCE)
  return { ...speech, synthesize: (request) => turn(() => speech.synthesize(request), request.signal) }
}
