import { readNamedVoices } from '@reveille/core/speech/named-voices'
import { VOICE_IDS } from '@reveille/core/speech/voices'
import type { ElevenLabsOptions } from '../../../src/speech/engines/remote/elevenlabs.ts'
import type { OpenAiSpeechOptions } from '../../../src/speech/engines/remote/openai.ts'

/** An ElevenLabs voice for each character, as operators configure them. */
export const ELEVENLABS_VOICES = VOICE_IDS.map((id, index) => `${id}=${`voice${index}`.padEnd(20, 'x')}`).join(',')

const LIMITS = { timeLimitMs: 15_000, atOnce: 2 }

/** An account with ElevenLabs, or a fake of it at this address. */
export function elevenLabsAt(apiUrl: string): ElevenLabsOptions {
  const voices = readNamedVoices(ELEVENLABS_VOICES) as ElevenLabsOptions['voices']
  return { apiKey: 'k', apiUrl, model: 'eleven_flash_v2_5', voices, ...LIMITS }
}

/** A server with OpenAI's protocol and voices; the address ends with `/v1`. */
export function openAiAt(url: string): OpenAiSpeechOptions {
  return { url, apiKey: 'k', model: 'tts-1', preset: 'openai', voices: {}, ...LIMITS }
}
