import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { SayVoice } from './say-voices.ts'

/** The longest text that every voice accepts; beyond it the carrier refuses the whole script. */
const LONGEST_SAY = 3_000

type Place = {
  publicUrl: string
  voice: SayVoice
  captions?: boolean
  /** The character whose voice our own engine uses, because the carrier has none. Unset: the carrier speaks. */
  ownVoice?: VoiceId | undefined
}

/**
 * A script in the carrier's markup. What people wrote is escaped, without characters that XML forbids, before a voice's
 * markup goes around it. URLs are absolute, below `publicUrl`.
 */
export function twiml(steps: readonly ScriptStep<AddressedPrompt>[], place: Place): string {
  const verbs = steps.map((step) => verb(step, place)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`
}

/** The answer to a text; for null, an empty one, and the carrier sends nothing. */
export function messageTwiml(body: string | null): string {
  const message = body === null ? '' : `<Message>${text(body)}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
}

function verb(step: ScriptStep<AddressedPrompt>, place: Place): string {
  switch (step.do) {
    case 'speak':
      return speak(step, place)
    case 'ask':
      return gather(step, place)
    case 'go-on':
      return redirect(place.publicUrl + step.path)
    case 'hang-up':
      return '<Hangup/>'
  }
}

/** Omits a prompt without words and audio, because the carrier treats an empty one as an error. */
function speak({ text: words, audioPath }: AddressedPrompt, { publicUrl, voice, captions, ownVoice }: Place): string {
  if (audioPath !== null) return `${captions ? caption(words) : ''}<Play>${text(publicUrl + audioPath)}</Play>`
  if (ownVoice !== undefined) return spokenByUs(plain(words), publicUrl, ownVoice)
  const said = text(words.slice(0, LONGEST_SAY)).trim()
  if (said === '') return ''
  if (!('language' in voice)) return voice.voice === 'man' ? `<Say>${said}</Say>` : `<Say voice="woman">${said}</Say>`
  const { language, prosody, commaPauseMs } = voice
  const paced = commaPauseMs === undefined ? said : said.replaceAll(', ', `, <break time="${commaPauseMs}ms"/>`)
  const spoken = Object.keys(prosody).length === 0 ? paced : `<prosody${attributes(prosody)}>${paced}</prosody>`
  return `<Say${attributes({ voice: voice.voice, language })}>${spoken}</Say>`
}

/** In pieces that fit into a URL. */
const spokenByUs = (words: string, publicUrl: string, voice: VoiceId): string =>
  (words.match(/\S.{0,800}(?=\s|$)/g) ?? [])
    .map((piece) => `${publicUrl}/callbacks/words?${new URLSearchParams({ voice, text: piece }).toString()}`)
    .map((address) => `<Play>${text(address)}</Play>`)
    .join('')

/** Our engine takes a moment to start, so it speaks consecutive words at once. Each prompt stays a sentence. */
function joined(prompts: readonly AddressedPrompt[]): AddressedPrompt[] {
  const all: AddressedPrompt[] = []
  for (const prompt of prompts) {
    const last = all.at(-1)
    if (last === undefined || last.audioPath !== null || prompt.audioPath !== null) all.push(prompt)
    else all[all.length - 1] = { text: `${last.text.replace(/[^.!?]$/, '$&.')} ${prompt.text}`, audioPath: null }
  }
  return all
}

/** For the sandbox's page, which shows what is heard. An XML comment may not contain two dashes. */
const caption = (words: string): string => `<!-- ${plain(words).replaceAll(/-{2,}/g, '-')} -->`

/**
 * A key interrupts the message, any key counts (so '#' does not end the input), and silence is reported too, by the
 * redirect if a carrier doesn't know actionOnEmptyResult.
 */
function gather(step: ScriptStep<AddressedPrompt> & { do: 'ask' }, place: Place): string {
  const settings = {
    input: 'dtmf',
    numDigits: String(step.digits),
    timeout: String(Math.max(1, Math.round(step.waitS))),
    finishOnKey: '',
    action: place.publicUrl + step.answerPath,
    method: 'POST',
    actionOnEmptyResult: 'true',
  }
  const prompts = place.ownVoice === undefined ? step.speak : joined(step.speak)
  const spoken = prompts.map((prompt) => speak(prompt, place)).join('')
  return `<Gather${attributes(settings)}>${spoken}</Gather>${redirect(settings.action)}`
}

const redirect = (address: string): string => `<Redirect method="POST">${text(address)}</Redirect>`

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${text(value)}"`)
    .join('')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes for text and attributes. Line breaks become spaces: they mean nothing to a voice. */
const text = (raw: string): string => plain(raw).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

function plain(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(/\s{2,}|[^\S ]/g, ' ') // most spaces stand alone
    .replaceAll(/[\p{Cc}\uFFFD\uFFFE\uFFFF]/gu, '')
}
