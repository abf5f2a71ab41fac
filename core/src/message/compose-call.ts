import { certainDay } from '../time/calendar.ts'
import type { CallMessage, MessageRequest } from './call-message.ts'
import { spokenName } from './free-text.ts'
import { GOODBYES } from './goodbye-texts.ts'
import * as keys from './key-lines.ts'
import { inOrder, messageParts } from './message-parts.ts'
import { personalSentence, sharedSentences } from './sentence.ts'
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
  const called = name === '' ? sharedSentences('Hello?') : [personalSentence(`${name}?`)]
  const shortStep = saysHowToStop ? '' : variant(SHORT_STEPS, day, `${seed} short step`) // else the call is too long
  return {
    name: [personalSentence(`Reveille ${purpose(request)} for ${name || 'you'}.`)],
    message: inOrder(parts),
    called,
    shortAsk: sharedSentences(keys.shortAskLine(request)),
    shortStep: sharedSentences(shortStep),
    parting: sharedSentences(keys.partingLine(request)),
    closing: sharedSentences(`${goodbye}${keys.secondCheckLine(request)}`),
    snoozed: sharedSentences(keys.snoozedLine(request)),
    noSnoozes: sharedSentences(keys.noSnoozesLine(request)),
    skipped: sharedSentences(keys.skippedLine(request)),
    menu: sharedSentences(keys.menuLine(request)),
    onlyTheseKeys: sharedSentences(keys.onlyTheseKeysLine(request)),
    stopped: sharedSentences('All your wake-up calls are stopped. Sign in to turn them on again. Goodbye.'),
    taskPrompts: request.tasks.map((task, index) => sharedSentences(keys.taskPrompt(task, index + 1))),
    spokeOf,
  }
}

function purpose({ kind }: MessageRequest): string {
  if (kind === 'wake-check') return 'wake check'
  return kind === 'second-check' ? 'second check' : 'wake-up call'
}
