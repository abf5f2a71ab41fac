import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@reveille/core/calls/call'
import { type CallScript, hasEveryPrompt } from '@reveille/core/calls/call-script'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { callOfCallback } from '../change-call.ts'
import { mayAnswer } from '../handle-key.ts'
import { messageRequest, scriptOf } from './compose-message.ts'
import { withoutClips } from './prepare-message.ts'

/**
 * The carrier gives up after 15 s, during which the person hears silence. In real time, because the services' clock
 * tracks only work that it started, which a request isn't.
 */
const LOOKS = 32
const LOOK_AGAIN_MS = 250

/** A call that may be speaking now, and what it says. */
export type SpeakingCall = { call: Call; script: CallScript }

/**
 * The call with this token and what it says, with the clips that are ready. Null when the call is unknown, not ours or
 * over, or its account was deleted. There is always text: at worst the carrier's own voice speaks it.
 */
export async function scriptForCall(
  services: Services,
  token: string,
  carrierCallId: string | null,
): Promise<SpeakingCall | null> {
  const call = await callOfCallback(services, token, carrierCallId)
  if (call === null || !mayAnswer(call)) return null
  const script = preparedScript(call) ?? (await composeNow(services, call))
  return script === null ? null : { call, script }
}

/** Null before its preparation, or when an incompatible version prepared it. */
const preparedScript = ({ script }: Call) => (script !== null && hasEveryPrompt(script) ? script : null)

/** The call came before its preparation. */
async function composeNow({ db }: Services, call: Call): Promise<CallScript | null> {
  const request = await inTransaction(db, (tx) => messageRequest(tx, call))
  return request === null ? null : withoutClips(scriptOf(request))
}

/**
 * Waits briefly for a part of a sample that was answered while a worker still prepares it, to avoid the carrier's
 * voice. Other calls are prepared before they ring, so they never wait.
 */
export async function sampleWords(services: Services, token: string, part: 'name' | 'message'): Promise<void> {
  if (services.config.speech.carrier !== null) return // there will be no clips
  for (let look = 1; look < LOOKS; look++) {
    const call = await callOfCallback(services, token, null)
    if (call === null || call.kind !== 'sample' || call.prepareAt === null || call.stage === 'ended') return
    if ((preparedScript(call)?.[part].clips.length ?? 0) > 0) return
    await pause(LOOK_AGAIN_MS)
  }
}
