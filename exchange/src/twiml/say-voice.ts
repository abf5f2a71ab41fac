import type { Verb } from './document.ts'

const BASIC = new Set(['man', 'woman', 'alice'])
/** Amazon's voices for American English. */
const AMERICANS = new Set(
  'Danielle Gregory Ivy Joanna Joey Justin Kendra Kevin Kimberly Matthew Ruth Salli Stephen'.split(' '),
)
/** Amazon's voices for other kinds of English. */
const POLLY_LANGUAGES: Readonly<Record<string, string>> = {
  Amy: 'en-GB',
  Arthur: 'en-GB',
  Brian: 'en-GB',
  Emma: 'en-GB',
  Nicole: 'en-AU',
  Olivia: 'en-AU',
  Russell: 'en-AU',
}

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
  const [, name, engine = 'Standard'] = /^Polly\.([A-Z][a-z]+)(?:-(Neural|Generative))?$/.exec(voice) ?? []
  const spoken = AMERICANS.has(name ?? '') ? 'en-US' : POLLY_LANGUAGES[name ?? '']
  if (spoken !== undefined) return { language: spoken, marks: MARKS[engine] ?? new Set() }
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
