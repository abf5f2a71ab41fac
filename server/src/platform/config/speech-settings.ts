import { type NamedVoice, type NamedVoices, unfamiliarVoices } from '@reveille/core/speech/named-voices'
import { VOICE_IDS, type VoiceId } from '@reveille/core/speech/voices'
import { isPrivateHost } from '../limits/subnet.ts'
import { StartRefusedError } from '../process/start-and-stop.ts'
import type { Settings } from './settings.ts'

const SECONDS = 1_000

/** A public provider answers within seconds. A server on a small machine may take minutes. */
const FAR = { timeLimitMs: 15 * SECONDS, atOnce: 2 }
const NEAR = { timeLimitMs: 180 * SECONDS, atOnce: 1 }

/** The speech engines to try, in order; the embedded one is always the last. */
export function speechOf(settings: Settings) {
  const { SPEECH_ENGINE: chosen } = settings
  const mayBe = (engine: typeof chosen) => chosen === 'auto' || chosen === engine
  return {
    /** How many processes of the embedded engine run at once. */
    atOnce: settings.SPEECH_AT_ONCE ?? FAR.atOnce,
    /** Renders shared sentences before any call needs them, with the embedded engine. */
    ahead: settings.SPEECH_AHEAD,
    /** A folder of clips rendered elsewhere, which are used first; null: none. */
    pack: settings.VOICE_PACK ?? null,
    /** Price of 1,000 characters on an external engine. */
    price: settings.PRICE_SPEECH,
    /** Replacements for the carrier's voices if it speaks every call; null: it speaks only as a last resort. */
    carrier: chosen === 'carrier' ? (settings.CARRIER_VOICES ?? {}) : null,
    /** Carrier voices that look valid but that we don't know. */
    unfamiliar: chosen === 'carrier' ? unfamiliarVoices(settings.CARRIER_VOICES ?? {}) : [],
    elevenlabs: mayBe('elevenlabs') ? elevenLabsOf(settings) : null,
    openai: mayBe('openai') ? openAiOf(settings) : null,
  }
}

function openAiOf(settings: Settings) {
  const { SPEECH_URL: url } = settings
  if (url === undefined) {
    if (settings.SPEECH_ENGINE === 'openai') throw new StartRefusedError('SPEECH_ENGINE=openai also needs SPEECH_URL.')
    return null
  }
  return {
    url,
    apiKey: settings.SPEECH_API_KEY ?? null,
    model: settings.SPEECH_MODEL ?? 'tts-1',
    /** Null: ask the server for its voices. */
    preset: settings.SPEECH_PRESET ?? (new URL(url).hostname === 'api.openai.com' ? ('openai' as const) : null),
    voices: settings.SPEECH_VOICES ?? {},
    ...limitsBy(settings, isPrivateHost(new URL(url).hostname) ? NEAR : FAR),
  }
}

function elevenLabsOf(settings: Settings) {
  if (settings.ELEVENLABS_API_KEY === undefined) {
    if (settings.SPEECH_ENGINE === 'elevenlabs')
      throw new StartRefusedError('SPEECH_ENGINE=elevenlabs also needs ELEVENLABS_API_KEY.')
    return null
  }
  return {
    apiKey: settings.ELEVENLABS_API_KEY,
    apiUrl: settings.ELEVENLABS_API_URL ?? 'https://api.elevenlabs.io',
    model: settings.ELEVENLABS_MODEL,
    voices: requireEveryVoice(settings.ELEVENLABS_VOICES ?? {}),
    ...limitsBy(settings, FAR),
  }
}

function limitsBy({ SPEECH_TIME_LIMIT, SPEECH_AT_ONCE }: Settings, place: typeof FAR) {
  return {
    timeLimitMs: SPEECH_TIME_LIMIT === undefined ? place.timeLimitMs : SPEECH_TIME_LIMIT * SECONDS,
    atOnce: SPEECH_AT_ONCE ?? place.atOnce,
  }
}

/** No default: a provider's voices come and go, and only a call would reveal a wrong one. */
function requireEveryVoice(voices: NamedVoices): Record<VoiceId, NamedVoice> {
  const missing = VOICE_IDS.filter((id) => voices[id] === undefined)
  if (missing.length > 0) {
    throw new StartRefusedError(
      `ELEVENLABS_API_KEY also needs a voice for each character in ELEVENLABS_VOICES; missing: ${missing.join(', ')}. docs/voices.md offers some.`,
    )
  }
  return voices as Record<VoiceId, NamedVoice>
}
