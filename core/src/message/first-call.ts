import type { MessageRequest } from './call-message.ts'
import { fillLine } from './fill-line.ts'
import { reasonsOf, type Reason } from './reasons.ts'
import { textOf, type Sentence } from './sentence.ts'
import type { MessageParts } from './spoken-length.ts'
import { variant } from './variants.ts'
import { VOICE_LINES } from './voices/all-voices.ts'
import { STYLE_SHEETS } from './voices/style-sheets.ts'

type Said = { parts: MessageParts; spokeOf: string }
type Choice = { greeting: Sentence[]; why: Reason; struggle?: Reason | null; step?: Sentence[] }

/**
 * The message of a first call or a sample: `always` and whatever fits beside it. Never cuts a sentence: the occasion goes
 * first, then the struggle. A note takes the struggle's place and always stays.
 */
export function firstCall(
  request: MessageRequest,
  { day, always, fits }: { day: number; always: MessageParts; fits: (parts: MessageParts) => boolean },
): Said {
  const { voiceId, seed } = request
  const lines = VOICE_LINES[voiceId]
  const greeting = fillLine(variant(lines.greetings, day, `${seed} greeting`), request)
  const special = occasionLine(request, day)
  const step = fillLine(variant(lines.steps, day, `${seed} step`), request)
  const { why, ours, struggle } = reasonsOf(request, day)
  const choices: Choice[] = [
    { greeting: special ?? greeting, why, struggle, step },
    { greeting, why, struggle, step },
    { greeting: special ?? greeting, why, step },
    { greeting, why, step },
    { greeting: inShort(greeting, request), why, step },
    { greeting: inShort(greeting, request), why },
    { greeting, why: ours, step },
  ].filter((choice) => always.note.length === 0 || !choice.struggle)
  if (always.note.length > 0) choices.push({ greeting: inShort(greeting, request), why: { ...ours, sentences: [] } })
  const chosen = choices.find((choice) => fits(said(always, choice).parts)) ?? choices.at(-1)!
  return said(always, chosen)
}

function said(always: MessageParts, { greeting, why, struggle = null, step = [] }: Choice): Said {
  const reasons = struggle === null ? [why] : [why, struggle]
  return {
    parts: { ...always, greeting, why: why.sentences, struggle: struggle?.sentences ?? [], step },
    spokeOf: reasons
      .map(({ label }) => label)
      .filter((label) => label !== '')
      .join(' / '),
  }
}

/** The greeting of a special morning. A sample has none. */
function occasionLine(request: MessageRequest, day: number): Sentence[] | null {
  const { voiceId, kind, occasion, seed } = request
  if (occasion === null || kind === 'sample') return null
  const { streak, ...others } = VOICE_LINES[voiceId].occasions
  const line = typeof occasion === 'number' ? streak[occasion] : others[occasion]
  return fillLine(typeof line === 'string' ? line : variant(line, day, `${seed} occasion`), request)
}

/** Only the name and time of a greeting. */
function inShort(greeting: Sentence[], request: MessageRequest): Sentence[] {
  const time = textOf(fillLine('{time}', request))
  const { names } = STYLE_SHEETS[request.voiceId]
  return greeting.filter(({ text }) => text === time || names.some((name) => text.includes(name)))
}
