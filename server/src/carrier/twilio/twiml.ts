import type { AddressedPrompt, ScriptStep } from '@reveille/core/calls/call-script'

/** The carrier reads no more at once, and refuses the whole script beyond it. */
const LONGEST_SAY = 4_000

/**
 * A script in the carrier's markup. What a person wrote is text or nothing: escaped, without characters that XML cannot
 * hold. Addresses are absolute, below `publicUrl`.
 */
export function twiml(steps: readonly ScriptStep<AddressedPrompt>[], publicUrl: string): string {
  const verbs = steps.map((step) => verb(step, publicUrl)).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`
}

/** The answer to a text; null is an empty one, on which the carrier sends nothing. */
export function messageTwiml(body: string | null): string {
  const message = body === null ? '' : `<Message>${text(body)}</Message>`
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
}

function verb(step: ScriptStep<AddressedPrompt>, publicUrl: string): string {
  switch (step.do) {
    case 'speak':
      return speak(step, publicUrl)
    case 'ask':
      return gather(step, publicUrl)
    case 'go-on':
      return `<Redirect method="POST">${text(publicUrl + step.path)}</Redirect>`
    case 'hang-up':
      return '<Hangup/>'
  }
}

/** A prompt without words and without audio is no prompt: the carrier would take an empty one for a fault. */
function speak({ text: words, audioPath }: AddressedPrompt, publicUrl: string): string {
  if (audioPath !== null) return `<Play>${text(publicUrl + audioPath)}</Play>`
  const said = text(words.slice(0, LONGEST_SAY)).trim()
  return said === '' ? '' : `<Say>${said}</Say>`
}

/** A key interrupts the message, any key counts (so '#' does not end the input), and silence is reported too. */
function gather(step: ScriptStep<AddressedPrompt> & { do: 'ask' }, publicUrl: string): string {
  const attributes = {
    input: 'dtmf',
    numDigits: String(step.digits),
    timeout: wholeSeconds(step.waitS),
    finishOnKey: '',
    action: publicUrl + step.answerPath,
    method: 'POST',
    actionOnEmptyResult: 'true',
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${text(value)}"`)
  return `<Gather${written.join('')}>${step.speak.map((spoken) => speak(spoken, publicUrl)).join('')}</Gather>`
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
  return raw
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\uFFFD\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
