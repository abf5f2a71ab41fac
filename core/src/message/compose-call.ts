import type { CallKind } from '../calls/call-lifecycle.ts'
import { certainDay } from '../time/calendar.ts'
import type { CallMessage, MessageRequest } from './call-message.ts'
import { fillLine } from './fill-line.ts'
import * as keys from './key-lines.ts'
import { noteSentence } from './own-words/note.ts'
import { reasonsOf, type Reason } from './reasons.ts'
import { personalSentence, sharedSentences, textOf, type Sentence } from './sentence.ts'
import { isWithinLimits, MESSAGE_PARTS, type MessageParts } from './spoken-length.ts'
import { calledName } from './spoken-name.ts'
import { variant } from './variants.ts'
import { VOICE_LINES } from './voices/all-voices.ts'
import { STYLE_SHEETS } from './voices/style-sheets.ts'
import type { VoiceLines } from './voices/voice-lines.ts'

/** Shifts the goodbye of a second check, since the first call of that morning ended with one. */
const HALF_THE_GOODBYES = 15

/** Deterministic, so that a retried preparation finds the existing clips. */
export function composeCall(request: MessageRequest): CallMessage {
  const { message, ...others } = composeParts(request)
  return { ...others, message: MESSAGE_PARTS.flatMap((part) => message[part]) }
}

/** A call's texts, with the message split into its parts. */
export function composeParts(request: MessageRequest): Omit<CallMessage, 'message'> & { message: MessageParts } {
  const { kind, voiceId, saysHowToStop, attempt, seed } = request
  const day = certainDay(request.localDate)
  const turn = turnOf(day, attempt)
  const { shortSteps, goodbyes } = VOICE_LINES[voiceId]
  const say = (line: string) => fillLine(line, request)

  const around = {
    ...nameLines(request),
    shortAsk: say(keys.shortAskLine(request, turn)),
    shortStep: saysHowToStop ? [] : say(variant(shortSteps, turn, `${seed} short step`)), // else the call is too long
    parting: say(keys.partingLine(request, turn)),
  }
  const empty = { greeting: [], note: [], why: [], struggle: [], step: [] }
  const recording = request.recorded ? sharedSentences(keys.RECORDING_LINE) : []
  const note = isNoteSaid(kind) ? noteSentence(request.note, { voiceId, order: request.dateOrder }) : []
  const always = { ...empty, recording, note, ask: say(keys.askLine(request)) }
  const fits = (parts: MessageParts) => isWithinLimits(parts, around, STYLE_SHEETS[voiceId].pace)
  const isFirst = kind === 'first' || kind === 'sample'
  const { parts, spokeOf } = isFirst
    ? firstCall(request, { day, always, fits })
    : { parts: followUp(request, { turn, always }), spokeOf: '' }

  const goodbye = variant(goodbyes, kind === 'second-check' ? day + HALF_THE_GOODBYES : day, `${seed} goodbye`)
  return {
    ...around,
    message: parts,
    closing: [...say(goodbye), ...say(keys.secondCheckLine(request))],
    snoozed: say(keys.snoozedLine(request)),
    noSnoozes: say(keys.noSnoozesLine(request)),
    skipped: say(keys.skippedLine(request)),
    menu: say(keys.menuLine(request)),
    onlyTheseKeys: say(keys.onlyTheseKeysLine(request)),
    stopped: say('All your wake-up calls are off. Log in to turn them back on. Goodbye.'),
    taskPrompts: request.tasks.map((task, index) => say(keys.taskPrompt(task, index + 1))),
    spokeOf,
  }
}

/** Checks are too short for a note, and a person who snoozed has heard it. */
const isNoteSaid = (kind: CallKind) => kind === 'first' || kind === 'retry'

/** `name` says who calls whom and why; `called` is the name alone. */
function nameLines({ name, spokenName, kind }: MessageRequest): { name: Sentence[]; called: Sentence[] } {
  const purpose = kind === 'wake-check' ? 'wake check' : kind === 'second-check' ? 'second check' : 'wake-up call'
  const spoken = calledName({ name, spokenName })
  if (spoken === '') return { name: sharedSentences(`Reveille ${purpose} for you.`), called: sharedSentences('Hello?') }
  return { name: [personalSentence(`Reveille ${purpose} for ${spoken}.`)], called: [personalSentence(`${spoken}?`)] }
}

type Said = { parts: MessageParts; spokeOf: string }
type Choice = { greeting: Sentence[]; why: Reason; struggle?: Reason | null; step?: Sentence[] }

/**
 * The message of a first call or a sample: `always` and whatever fits beside it. Never cuts a sentence: the occasion goes
 * first, then the struggle. A note takes the struggle's place and always stays.
 */
function firstCall(
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

/** An opener with a step, one reason, the ask. Checks and notes leave no room for a reason. */
function followUp(request: MessageRequest, { turn, always }: { turn: number; always: MessageParts }): MessageParts {
  const { voiceId, kind, seed } = request
  const lines = VOICE_LINES[voiceId]
  const greeting = fillLine(variant(openersOf(lines, request), turn, `${seed} ${kind}`), request)
  if (kind === 'wake-check' || kind === 'second-check' || always.note.length > 0) return { ...always, greeting }
  return { ...always, greeting, why: fillLine(variant(lines.reasons, turn, `${seed} reason`), request) }
}

/** A turn for each call of a morning, spaced so that no two of its calls share a line in lists of nine or more. */
const turnOf = (day: number, attempt: number): number => day + 2 * (attempt - 1)

function openersOf({ retries, snoozes, wakeChecks, secondChecks }: VoiceLines, request: MessageRequest) {
  const { kind, tryNumber, isTriedAgain } = request
  if (kind === 'snooze') return snoozes
  if (kind === 'wake-check') return wakeChecks
  if (kind === 'second-check') return secondChecks
  if (!isTriedAgain) return retries.last
  if (tryNumber <= 2) return retries.second
  return tryNumber === 3 ? retries.third : retries.fourth
}
