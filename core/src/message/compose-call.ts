import type { CallKind } from '../calls/call-lifecycle.ts'
import { certainDay } from '../time/calendar.ts'
import type { CallMessage, MessageRequest } from './call-message.ts'
import { fillLine } from './fill-line.ts'
import { firstCall } from './first-call.ts'
import { followUp, turnOf } from './follow-up.ts'
import * as keys from './key-lines.ts'
import { noteSentence } from './own-words/note.ts'
import { personalSentence, sharedSentences, type Sentence } from './sentence.ts'
import { isWithinLimits, MESSAGE_PARTS, type MessageParts } from './spoken-length.ts'
import { calledName } from './spoken-name.ts'
import { variant } from './variants.ts'
import { VOICE_LINES } from './voices/all-voices.ts'
import { STYLE_SHEETS } from './voices/style-sheets.ts'

/** A second check has its own goodbye: the first call of that morning ended with one. */
const HALF_THE_GOODBYES = 15

/**
 * Everything that a call says (CALL-6). Depends only on its arguments: the same morning of the same person gives the
 * same text, so a retried preparation finds the existing clips.
 */
export function composeCall(request: MessageRequest): CallMessage {
  const { message, ...others } = composeParts(request)
  return { ...others, message: MESSAGE_PARTS.flatMap((part) => message[part]) }
}

/** The same, with the message in its parts. */
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

/** WAKE-26: checks are too short for one, and a person who snoozed has heard it. */
const isNoteSaid = (kind: CallKind) => kind === 'first' || kind === 'retry'

/** Who calls whom and why (WAKE-1), and the name alone. */
function nameLines({ name, spokenName, kind }: MessageRequest): { name: Sentence[]; called: Sentence[] } {
  const purpose = kind === 'wake-check' ? 'wake check' : kind === 'second-check' ? 'second check' : 'wake-up call'
  const spoken = calledName({ name, spokenName })
  if (spoken === '') return { name: sharedSentences(`Reveille ${purpose} for you.`), called: sharedSentences('Hello?') }
  return { name: [personalSentence(`Reveille ${purpose} for ${spoken}.`)], called: [personalSentence(`${spoken}?`)] }
}
