import { setTimeout as pause } from 'node:timers/promises'
import type { Call, CarrierId } from '@reveille/core/calls/call'
import { type CallScript, hasEveryPrompt } from '@reveille/core/calls/call-script'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { callOfCallback } from '../change-call.ts'
import { mayAnswer } from '../handle-key.ts'
import { messageRequest, scriptOf } from './compose-message.ts'
import { withoutClips } from './prepare-message.ts'

/**
 * Waits at most 8 s: the carrier gives up after 15 s, and the person hears silence meanwhile. In real time, because the
 * services' clock tracks only work that it started, which a request isn't.
 */
const LOOKS = 32
const LOOK_AGAIN_MS = 250

/** The parts of a sample, in the order they're spoken. */
export type SamplePart = 'name' | 'message'

/** A call that may be speaking now, and what it says. */
export type SpeakingCall = { call: Call; script: CallScript }

/**
 * The call with this token and what it says, with the clips that are ready. Null when the call is unknown, not ours or
 * over, or its account was deleted. There is always text: at worst the carrier's own voice speaks it. A sample that was
 * answered while a worker still prepares it waits briefly for `part`. Other calls are prepared before they ring.
 */
export async function scriptForCall(
  services: Services,
  { token, carrierCallId, from }: { token: string; carrierCallId: string | null; from?: CarrierId | undefined },
  part: SamplePart | null,
): Promise<SpeakingCall | null> {
  let call = await callOfCallback(services, token, carrierCallId, from)
  for (let look = 1; look < LOOKS && call !== null && isPartToCome(services, call, part); look++) {
    await pause(LOOK_AGAIN_MS)
    call = await callOfCallback(services, token, carrierCallId, from)
  }
  return call === null ? null : scriptOfCall(services, call)
}

/** What this call says. Null when it's over or its account was deleted. */
export async function scriptOfCall(services: Services, call: Call): Promise<SpeakingCall | null> {
  if (!mayAnswer(call)) return null
  const script = preparedScript(call) ?? (await composeNow(services, call))
  return script === null ? null : { call, script }
}

function isPartToCome({ config }: Services, call: Call, part: SamplePart | null): boolean {
  if (part === null || config.speech.carrier !== null) return false // the carrier speaks, so there will be no clips
  if (call.kind !== 'sample' || call.prepareAt === null || call.stage === 'ended') return false
  return (preparedScript(call)?.[part].clips.length ?? 0) === 0
}

/** Null before its preparation, or when an incompatible version prepared it. */
const preparedScript = ({ script }: Call) => (script !== null && hasEveryPrompt(script) ? script : null)

/** The call came before its preparation. */
async function composeNow({ db }: Services, call: Call): Promise<CallScript | null> {
  const request = await inTransaction(db, (tx) => messageRequest(tx, call))
  return request === null ? null : withoutClips(scriptOf(request))
}
