import { certainDay } from '../time/calendar.ts'
import type { CallMessage, MessageRequest } from './call-message.ts'
import { spokenName } from './free-text.ts'
import { GOODBYES } from './goodbye-texts.ts'
import * as keys from './key-lines.ts'
import { inOrder, messageParts } from './message-parts.ts'
import { SHORT_STEPS } from './step-texts.ts'
import { variant } from './variants.ts'

/**
 * Everything that a call says (CALL-6). Depends only on its arguments: the same morning of the same person gives the
 * same text, so a retried preparation finds the existing clip.
 */
export function composeCall(request: MessageRequest): CallMessage {
  const { seed, saysHowToStop } = request
  const name = spokenName(request.name)
  const day = certainDay(request.localDate)
  const { parts, spokeOf } = messageParts(request)
  const goodbye = variant(GOODBYES[request.voiceId], day, `${seed} goodbye`)
  return {
    name: `Reveille ${purpose(request)} for ${name || 'you'}.`,
    message: inOrder(parts),
    called: name === '' ? 'Hello?' : `${name}?`,
    shortAsk: keys.shortAskLine(request),
    shortStep: saysHowToStop ? '' : variant(SHORT_STEPS, day, `${seed} short step`), // else the call is too long
    parting: keys.partingLine(request),
    closing: `${goodbye}${keys.secondCheckLine(request)}`,
    snoozed: keys.snoozedLine(request),
    noSnoozes: keys.noSnoozesLine(request),
    skipped: keys.skippedLine(request),
    menu: keys.menuLine(request),
    onlyTheseKeys: keys.onlyTheseKeysLine(request),
    stopped: 'All your wake-up calls are stopped. Sign in to turn them on again. Goodbye.',
    taskPrompts: request.tasks.map((task, index) => keys.taskPrompt(task, index + 1)),
    spokeOf,
  }
}

function purpose({ kind }: MessageRequest): string {
  if (kind === 'wake-check') return 'wake check'
  return kind === 'second-check' ? 'second check' : 'wake-up call'
}
