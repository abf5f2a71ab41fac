import type { ScriptPart } from '@reveille/core/calls/call-script'
import type { CallMessage } from '@reveille/core/message/call-message'
import type { CallRow, PreparedScript } from '../../platform/database/tables.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { speak, type ToSpeak } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { introduction } from '../../speech/voice-previews.ts'
import { messageRequest, scriptOf } from './compose-message.ts'
import { saveScript } from './messages.sql.ts'
import { putBackPreparation, type PreparedCall } from './preparations.sql.ts'

/** In the order in which they are needed: the message must be ready before anything else. */
const PARTS: ScriptPart[] = [
  'message',
  'closing',
  'repeatLead',
  'choices',
  'snoozed',
  'skipped',
  'stopConfirm',
  'stopped',
]

/**
 * Composes the words of a call and makes their audio, so that both are there before the phone rings (CALL-8). The words
 * are kept first: a call that comes before its audio is ready is spoken by the carrier's own voice, never silent.
 * Throws when `stop` aborts.
 */
export async function prepareSpeech(
  services: Services & WithSpeech,
  call: PreparedCall,
  stop: AbortSignal,
): Promise<void> {
  const { db } = services
  const request = await inTransaction(db, (tx) => messageRequest(tx, call))
  if (request === null) return putBackPreparation(db, call, null) // nobody is called without preferences
  const message = scriptOf(request)
  const { spokeOf, recorded, named } = message
  const script = withoutAudio(message)
  const save = (isComplete = false) =>
    saveScript(db, call, { script, spokeOf, announcesRecording: recorded, named, isComplete })
  if (!(await save())) return
  const isSample = call.kind === 'sample'
  // Its person listens already: short words that are nearly always stored come before those that take long to speak.
  if (isSample) await speak(services, introduction(call.voice, 'phone'), stop)
  for (const part of PARTS) {
    const { text } = script[part]
    const spoken = await speak(services, clipOf(call, part, text), stop)
    script[part] = { text, audioKey: spoken.outcome === 'ready' ? spoken.key : null }
    // The message is what the phone rings for: its audio does not wait for that of the others.
    if ((part === 'message' || isSample) && !(await save())) return
  }
  await save(true)
}

/** The words of a message as a script without audio. */
export function withoutAudio(message: CallMessage): PreparedScript {
  return Object.fromEntries(PARTS.map((part) => [part, { text: message[part], audioKey: null }])) as PreparedScript
}

/** The message names the person and what they get up for: its clip is theirs, and goes with them. */
function clipOf(call: CallRow, part: ScriptPart, text: string): ToSpeak {
  const owner = part === 'message' ? { owner: call.user_id } : {}
  return { voiceId: call.voice, text, form: 'phone', ...owner }
}
