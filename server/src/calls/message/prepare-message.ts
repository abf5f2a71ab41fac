import type { Call } from '@reveille/core/calls/call'
import type { ScriptPart } from '@reveille/core/calls/call-script'
import type { PreparedScript } from '@reveille/core/calls/call-script'
import type { CallMessage } from '@reveille/core/message/call-message'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { speak, type ToSpeak } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { introduction } from '../../speech/voice-previews.ts'
import { messageRequest, scriptOf } from './compose-message.ts'
import { saveScript } from './messages.sql.ts'
import { putBackPreparation, type PreparedCall } from './preparations.sql.ts'

/** In the order needed: the message must be ready first. */
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
 * Composes a call's message and makes its audio, so that both exist before the phone rings (CALL-8). The text is stored
 * first: a call that comes before its audio is spoken by the carrier's voice, never silent. Throws when `stop` aborts.
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
  // The person is listening already: short prompts, nearly always stored, come before the long one.
  if (isSample) await speak(services, introduction(call.voice, 'phone'), stop)
  for (const part of PARTS) {
    const { text } = script[part]
    const spoken = await speak(services, clipOf(call, part, text), stop)
    script[part] = { text, audioKey: spoken.outcome === 'ready' ? spoken.key : null }
    // The message is the purpose of the call: its audio does not wait for the others.
    if ((part === 'message' || isSample) && !(await save())) return
  }
  await save(true)
}

/** The prompts of a message, without audio. */
export function withoutAudio(message: CallMessage): PreparedScript {
  return Object.fromEntries(PARTS.map((part) => [part, { text: message[part], audioKey: null }])) as PreparedScript
}

/** The message names the person and their goal: its clip belongs to them and is deleted with the account. */
function clipOf(call: Call, part: ScriptPart, text: string): ToSpeak {
  const owner = part === 'message' ? { owner: call.userId } : {}
  return { voiceId: call.voice, text, form: 'phone', ...owner }
}
