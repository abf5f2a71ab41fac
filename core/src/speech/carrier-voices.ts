import type { NamedVoices } from './named-voices.ts'

/** A carrier's voices: basic ones, and those of Amazon and Google by the names that carriers give them. */
const FORM =
  /^(?:man|woman|Polly\.[A-Z][A-Za-z]+(?:-Neural|-Generative)?|(?:Google|gcloud)\.[a-z]{2,3}-[A-Z]{2}(?:-\w+)+)$/

/** Amazon's English voices as of November 2026; Google's are letters and stars, of which there are too many to list. */
const AMAZON = new Set(
  [
    'Danielle Gregory Ivy Joanna Joey Justin Kendra Kevin Kimberly Matthew Ruth Salli Stephen',
    'Amy Arthur Brian Emma Nicole Olivia Russell Aditi Raveena Kajal Niamh Aria Ayanda Geraint',
  ].flatMap((names) => names.split(' ')),
)

/** What is wrong with a voice as a carrier's, as the end of a sentence about the setting; null: it may be one. */
export function notACarriersVoice(voices: NamedVoices): string | null {
  const wrong = Object.values(voices).find(({ voice }) => !FORM.test(voice))
  return wrong === undefined
    ? null
    : `needs names such as man, Polly.Brian-Neural or Google.en-US-Neural2-J, which '${wrong.voice}' is not`
}

/** Names that look right and that we have never heard of: the carrier would say nothing with a voice that it lacks. */
export function unfamiliarVoices(voices: NamedVoices): string[] {
  return Object.values(voices).flatMap(({ voice }) => {
    const [, name] = /^Polly\.([A-Za-z]+)/.exec(voice) ?? []
    return name === undefined || AMAZON.has(name) ? [] : [voice]
  })
}
