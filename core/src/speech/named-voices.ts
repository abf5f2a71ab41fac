import { numberInWords } from '../time/duration.ts'
import { VOICE_IDS, type VoiceId } from './voices.ts'

/** `voice`: the provider's id. `speed`: a factor; null for the character's usual one. */
export type NamedVoice = { voice: string; speed: number | null }

export type NamedVoices = Partial<Record<VoiceId, NamedVoice>>

/** Speech servers name voices by ids, names, file names and mixtures such as `af_bella(2)+af_sky`. */
const ENTRY = /^([^=\s]+)=([\w.()+-]{1,64})(?::([0-9](?:\.[0-9]{1,3})?))?$/
const EXAMPLE = 'jocko=10NkTYmU7tSz3Kkl3Lex:0.96,liam=ktkP7Nsj67dw2zcplQYt'

const KNOWN_VOICES = `the ${numberInWords(VOICE_IDS.length)} are ${VOICE_IDS.join(', ')}`

/** Reads `jocko=<id>:0.96,liam=<id>`. Returns an error as a string, the end of a sentence about the setting. */
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

/** The names that carriers give to basic voices and to Amazon's and Google's. */
const FORM =
  /^(?:man|woman|Polly\.[A-Z][A-Za-z]+(?:-Neural|-Generative)?|(?:Google|gcloud)\.[a-z]{2,3}-[A-Z]{2}(?:-\w+)+)$/

/** Amazon's English voices as of November 2026. Google has too many to list, named by letters and stars. */
const AMAZON = new Set(
  [
    'Danielle Gregory Ivy Joanna Joey Justin Kendra Kevin Kimberly Matthew Ruth Salli Stephen',
    'Amy Arthur Brian Emma Nicole Olivia Russell Aditi Raveena Kajal Niamh Aria Ayanda Geraint',
  ].flatMap((names) => names.split(' ')),
)

/** Why a voice can't be a carrier's, as the end of a sentence about the setting; null if it may be one. */
export function notACarriersVoice(voices: NamedVoices): string | null {
  const wrong = Object.values(voices).find(({ voice }) => !FORM.test(voice))
  return wrong === undefined
    ? null
    : `needs names such as man, Polly.Brian-Neural or Google.en-US-Neural2-J, which '${wrong.voice}' is not`
}

/** Well-formed names that aren't on our list, to warn about: with a voice that it lacks, a carrier says nothing. */
export function unfamiliarVoices(voices: NamedVoices): string[] {
  return Object.values(voices).flatMap(({ voice }) => {
    const [, name] = /^Polly\.([A-Za-z]+)/.exec(voice) ?? []
    return name === undefined || AMAZON.has(name) ? [] : [voice]
  })
}
