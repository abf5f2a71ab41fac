import { setTimeout as pause } from 'node:timers/promises'
import type { CallScript, Spoken } from '@reveille/core/calls/call-script'
import type { CallRow, PreparedScript } from '../../platform/database/tables.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { storedClip } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { introduction } from '../../speech/voice-previews.ts'
import { findCallByToken } from '../calls.sql.ts'
import { isOurs } from '../handle-carrier-event.ts'
import { mayAnswer } from '../handle-key.ts'
import { composeScript } from './compose-message.ts'
import { withoutAudio } from './prepare-message.ts'

/**
 * The carrier gives an answer up after 15 s; and somebody listens to silence meanwhile. Real time: the clock of the services
 * waits only for work that it began, and a request is not.
 */
const LOOKS = 32
const LOOK_AGAIN_MS = 250

/**
 * What the call with this token says, with the keys of its clips where they are ready. Null when there is nothing to
 * say: no such call, another's, or over. Words are never missing: at worst the carrier's own voice says them.
 */
export async function scriptForCall(
  services: Services,
  token: string,
  carrierCallId: string | null,
): Promise<CallScript | null> {
  const call = await findCallByToken(services.db, token)
  if (call === null || !isOurs(call, carrierCallId) || !mayAnswer(call)) return null
  const script = call.script ?? (await composeNow(services, call))
  return Object.fromEntries(
    Object.entries(script).map(([part, { text, audioKey }]) => [part, { text, audioPath: audioKey }]),
  ) as CallScript
}

/** The call came before its preparation. */
async function composeNow({ db }: Services, call: CallRow): Promise<PreparedScript> {
  return withoutAudio(await inTransaction(db, (tx) => composeScript(tx, call)))
}

/**
 * What a sample says first when it is picked up before its message is spoken: the voice introduces itself, and the message
 * follows (CALL-8). Null when there is no need, after it (`isGreeted`), or when there is no clip. On a new installation not
 * even that may be ready: rather than to have the carrier's own voice speak, whoever asks waits a moment for either clip,
 * as long as somebody is working on them.
 */
export async function sampleGreeting(
  services: Services & WithSpeech,
  token: string,
  isGreeted: boolean,
): Promise<Spoken | null> {
  for (let look = 1; ; look++) {
    const call = await findCallByToken(services.db, token)
    if (call === null || call.kind !== 'sample' || call.script?.message.audioKey) return null
    const greeting = introduction(call.voice, 'phone')
    const key = isGreeted ? null : await storedClip(services, greeting)
    if (key !== null) return { text: greeting.text, audioPath: key }
    if (call.prepare_at === null || call.stage === 'ended' || look === LOOKS) return null
    await pause(LOOK_AGAIN_MS)
  }
}
