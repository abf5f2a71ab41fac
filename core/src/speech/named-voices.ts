import { numberInWords } from '../time/duration.ts'
import { VOICE_IDS, type VoiceId } from './voices.ts'

/** A voice of a speech provider by its own id; `speed` is a factor, null for the character's usual one. */
export type NamedVoice = { voice: string; speed: number | null }

export type NamedVoices = Partial<Record<VoiceId, NamedVoice>>

/** Voices of servers are ids, names, file names and mixtures such as `af_bella(2)+af_sky`. */
const ENTRY = /^([^=\s]+)=([\w.()+-]{1,64})(?::([0-9](?:\.[0-9]{1,3})?))?$/
const EXAMPLE = 'jocko=10NkTYmU7tSz3Kkl3Lex:0.96,liam=ktkP7Nsj67dw2zcplQYt'

const KNOWN_VOICES = `the ${numberInWords(VOICE_IDS.length)} are ${VOICE_IDS.join(', ')}`

/** Reads `jocko=<id>:0.96,liam=<id>`. A string is the error, as the end of a sentence about the setting. */
export function readNamedVoices(text: string): NamedVoices | string {
  const voices: NamedVoices = {}
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, name = '', voice, speed] = ENTRY.exec(entry) ?? []
    if (voice === undefined) return `must be entries such as ${EXAMPLE}, which '${entry}' is not`
    const voiceId = VOICE_IDS.find((id) => id === name)
    if (voiceId === undefined) return `names '${name}', no such character; ${KNOWN_VOICES}`
    if (voices[voiceId] !== undefined) return `names ${voiceId} twice`
    voices[voiceId] = { voice, speed: speed === undefined ? null : Number(speed) }
  }
  return voices
}
