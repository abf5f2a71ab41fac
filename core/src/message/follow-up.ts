import type { MessageRequest } from './call-message.ts'
import { fillLine } from './fill-line.ts'
import type { MessageParts } from './spoken-length.ts'
import { variant } from './variants.ts'
import { VOICE_LINES } from './voices/all-voices.ts'
import type { VoiceLines } from './voices/voice-lines.ts'

/**
 * The message of a call that follows another: why it comes and what to do, one reason
 * unless it only checks or tells a note, the ask.
 */
export function followUp(
  request: MessageRequest,
  { turn, always }: { turn: number; always: MessageParts },
): MessageParts {
  const { voiceId, kind, seed } = request
  const lines = VOICE_LINES[voiceId]
  const greeting = fillLine(variant(openersOf(lines, request), turn, `${seed} ${kind}`), request)
  if (kind === 'wake-check' || kind === 'second-check' || always.note.length > 0) return { ...always, greeting }
  return { ...always, greeting, why: fillLine(variant(lines.reasons, turn, `${seed} reason`), request) }
}

/** A turn for each call of a morning: in a list of nine or more, none of them shares a line with another. */
export const turnOf = (day: number, attempt: number): number => day + 2 * (attempt - 1)

function openersOf({ retries, snoozes, wakeChecks, secondChecks }: VoiceLines, request: MessageRequest) {
  const { kind, tryNumber, isTriedAgain } = request
  if (kind === 'snooze') return snoozes
  if (kind === 'wake-check') return wakeChecks
  if (kind === 'second-check') return secondChecks
  if (!isTriedAgain) return retries.last
  if (tryNumber <= 2) return retries.second
  return tryNumber === 3 ? retries.third : retries.fourth
}
