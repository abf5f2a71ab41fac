import type { DocumentSource, LiveCall } from '../calls/call.ts'
import { recordPart } from '../recordings/recording-callbacks.ts'
import type { Exchange } from '../state/exchange.ts'
import { decodeWav } from '../wav.ts'
import { deliver } from '../webhook/deliver.ts'
import type { Verb } from './document.ts'

/** Instructions that are also allowed inside Gather. */
export const isPrompt = (verb: Verb): boolean => ['Say', 'Play', 'Pause'].includes(verb.name)

export function speak(exchange: Exchange, live: LiveCall, verb: Verb, around: Surroundings): Promise<void> {
  if (verb.name === 'Pause') return live.line.pause(wholeNumber(verb.attributes['length'], 1), around.stop)
  return verb.name === 'Say' ? say(exchange, live, verb, around.stop) : play(exchange, live, verb, around)
}

/** With an unknown or unsuitable voice, logs an error and says nothing. The call goes on. */
async function say(exchange: Exchange, live: LiveCall, verb: Verb, stop: AbortSignal): Promise<void> {
  const { text, attributes } = verb
  if (text === '') return
  const { sid } = live.call
  const problem = problemOfSay(verb)
  if (problem !== null) {
    exchange.journal.add('error', { sid, ...problem })
    return
  }
  const { voice, language } = attributes
  const asked = { ...(voice !== undefined && { voice }), ...(language !== undefined && { language }) }
  if (live.line.kind !== 'telephone') live.heard.push({ verb: 'Say', text, ...asked })
  exchange.journal.add('said', { sid, text, ...asked })
  await live.line.say(text, stop, voice ?? null)
}

/** Logs an error if the file can't be fetched or decoded. The call goes on. */
async function play(exchange: Exchange, live: LiveCall, verb: Verb, around: Surroundings): Promise<void> {
  const source = sourceAt(verb.text, around.base, {})
  if (!('url' in source)) return
  const { sid } = live.call
  const answer = await deliver(exchange, { purpose: 'media', callSid: sid, url: source.url })
  if (answer.outcome !== 'answered' || answer.status !== 200) {
    const reason = answer.outcome === 'answered' ? `status ${answer.status}` : answer.reason
    exchange.journal.add('error', { sid, code: 11200, message: `Play could not fetch the file: ${reason}` })
    return
  }
  const decoded = decodeWav(answer.body)
  if (decoded.outcome === 'unsupported') {
    exchange.journal.add('error', { sid, code: 12300, message: `Play: ${decoded.message}` })
  }
  if (around.stop.aborted) return
  // A telephone's call is private, and nobody looks at what it played.
  if (live.line.kind !== 'telephone')
    live.heard.push({ verb: 'Play', url: source.url, audio: new Uint8Array(answer.body) })
  exchange.journal.add('played', { sid, url: source.url, bytes: answer.body.length })
  const mulaw = decoded.outcome === 'decoded' ? decoded.mulaw : null
  if (mulaw && live.line.recording === undefined) recordPart(live, mulaw)
  await live.line.play(mulaw, around.stop, verb.comment)
}

export function wholeNumber(text: string | undefined, fallback: number): number {
  const value = Number(text ?? fallback)
  return Number.isInteger(value) && value >= 0 ? value : fallback
}

export type Step = 'next' | 'hang-up' | DocumentSource

/** An instruction's context: the URL of its document, and the signal that aborts it. */
export type Surroundings = { base: DocumentSource; stop: AbortSignal }

/** Resolves a URL against its document's. An empty one means the document itself. */
export function sourceAt(
  address: string | undefined,
  base: DocumentSource,
  extra: Record<string, string>,
): DocumentSource {
  const here = 'url' in base ? base.url : undefined
  const url = address ? new URL(address, here).href : here
  if (url === undefined) return { ...base, extra }
  return { url, extra }
}

const BASIC = new Set(['man', 'woman', 'alice'])
/** Amazon's voices, by language. */
const POLLY = Object.entries({
  'en-US': 'Danielle Gregory Ivy Joanna Joey Justin Kendra Kevin Kimberly Matthew Ruth Salli Stephen',
  'en-GB': 'Amy Arthur Brian Emma',
  'en-AU': 'Nicole Olivia Russell',
})

type Problem = { code: number; message: string }

/** Why the carrier would say nothing: an unknown voice, another language, or markup that the voice doesn't support. */
export function problemOfSay({ attributes, children }: Verb): Problem | null {
  const { voice = 'man', language = 'en-US' } = attributes
  const kind = kindOf(voice)
  if (kind === null) return { code: 13_512, message: `Say: there is no voice ${voice}` }
  if (kind.language !== null && kind.language !== language)
    return { code: 13_512, message: `Say: ${voice} does not speak ${language}` }
  const refused = children.flatMap(marks).find((mark) => !kind.marks.has(mark))
  return refused === undefined ? null : { code: 13_520, message: `Say: ${voice} does not take ${refused}` }
}

/** `language`: the voice's only one; null: several. */
type Kind = { language: string | null; marks: ReadonlySet<string> }

function kindOf(voice: string): Kind | null {
  if (BASIC.has(voice)) return { language: null, marks: new Set() }
  const [, name = '', engine = 'Standard'] = /^Polly\.([A-Z][a-z]+)(?:-(Neural|Generative))?$/.exec(voice) ?? []
  const spoken = POLLY.find(([, names]) => names.split(' ').includes(name))
  if (spoken !== undefined) return { language: spoken[0], marks: MARKS[engine] ?? new Set() }
  const [, language = null, family = ''] =
    /^Google\.([a-z]{2}-[A-Z]{2})-(Standard|Wavenet|Neural2|Chirp3-HD)-\w+$/.exec(voice) ?? []
  return language === null ? null : { language, marks: MARKS[family] ?? new Set() }
}

const ALL = new Set(['break', 'prosody rate', 'prosody pitch', 'prosody volume'])
const MARKS: Readonly<Record<string, ReadonlySet<string>>> = {
  Standard: ALL,
  Wavenet: ALL,
  Neural2: ALL,
  Neural: new Set(['break', 'prosody rate', 'prosody volume']),
  Generative: new Set(['break', 'prosody rate']),
}

/** Speech markup, including attributes that some voices don't support. */
function marks({ name, attributes, children }: Verb): string[] {
  const own = name === 'prosody' ? Object.keys(attributes).map((attribute) => `prosody ${attribute}`) : [name]
  return [...own, ...children.flatMap(marks)]
}
