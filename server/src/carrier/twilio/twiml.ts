import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'
import type { SayVoice } from './say-voices.ts'

/** No voice of the carrier reads more at once; beyond it the whole script is refused. */
const LONGEST_SAY = 3_000

/** What every script of one call shares. */
type Place = { publicUrl: string; voice: SayVoice; captions?: boolean }

/**
 * A script in the carrier's markup. What a person wrote is text or nothing: escaped, without characters that XML cannot
 * hold; a voice's own markup is put around it then. Addresses are absolute, below `publicUrl`.
 */
export function twiml(steps: readonly ScriptStep<AddressedPrompt>[], place: Place): string {
  const verbs = steps.map((step) => verb(step, place)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`
}

/** The answer to a text; null is an empty one, on which the carrier sends nothing. */
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

/** A prompt without words and without audio is no prompt: the carrier would take an empty one for a fault. */
function speak({ text: words, audioPath }: AddressedPrompt, { publicUrl, voice, captions }: Place): string {
  if (audioPath !== null) return `${captions ? caption(words) : ''}<Play>${text(publicUrl + audioPath)}</Play>`
  const said = text(words.slice(0, LONGEST_SAY)).trim()
  if (said === '') return ''
  if (!('language' in voice)) return voice.voice === 'man' ? `<Say>${said}</Say>` : `<Say voice="woman">${said}</Say>`
  const { language, prosody, commaPauseMs } = voice
  const paced = commaPauseMs === undefined ? said : said.replaceAll(', ', `, <break time="${commaPauseMs}ms"/>`)
  const spoken = Object.keys(prosody).length === 0 ? paced : `<prosody${attributes(prosody)}>${paced}</prosody>`
  return `<Say${attributes({ voice: voice.voice, language })}>${spoken}</Say>`
}

/** For the pretend carrier's page, which shows what is heard: a comment, in which XML allows no two dashes. */
const caption = (words: string): string => `<!-- ${plain(words).replaceAll(/-{2,}/g, '-')} -->`

/**
 * A key interrupts the message, any key counts (so '#' does not end the input), and silence is reported too: by the redirect where a
 * carrier doesn't know actionOnEmptyResult.
 */
function gather(step: ScriptStep<AddressedPrompt> & { do: 'ask' }, place: Place): string {
  const settings = {
    input: 'dtmf',
    numDigits: String(step.digits),
    timeout: wholeSeconds(step.waitS),
    finishOnKey: '',
    action: place.publicUrl + step.answerPath,
    method: 'POST',
    actionOnEmptyResult: 'true',
  }
  const spoken = step.speak.map((prompt) => speak(prompt, place)).join('')
  return `<Gather${attributes(settings)}>${spoken}</Gather>${redirect(settings.action)}`
}

const redirect = (address: string): string => `<Redirect method="POST">${text(address)}</Redirect>`

function attributes(values: Readonly<Record<string, string>>): string {
  const written = Object.entries(values).map(([name, value]) => ` ${name}="${text(value)}"`)
  return written.join('')
}

function wholeSeconds(seconds: number): string {
  return String(Math.max(1, Math.round(seconds)))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Safe between tags and in quotes. Line breaks become spaces: they mean nothing to a voice. */
function text(raw: string): string {
  return plain(raw).replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

function plain(raw: string): string {
  return raw
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\uFFFD\uFFFE\uFFFF]/gu, '')
}
