import type { Call } from '@reveille/core/calls/call'
import type { CallPosition, KeyEffect } from '@reveille/core/calls/call-keys'
import {
  afterKey,
  afterSilence,
  opening,
  toMachine,
  type AnswerPath,
  type CallScript,
  type ScriptStep,
  type Speaking,
} from '@reveille/core/calls/call-script'
import type { Services } from '../../platform/services.ts'
import { answerCall } from '../handle-key.ts'
import { scriptForCall } from '../message/script-for-call.ts'
import { callOfCallback } from './callback-call.ts'

/** A call as the carrier names it, and where the keys of its next prompt go. */
export type OnTheLine = { token: string; carrierCallId: string | null; answerPath: AnswerPath }

const HANG_UP: ScriptStep[] = [{ do: 'hang-up' }]

/** What a call says first, or to a machine. A call that is unknown, another's or over is told to hang up. */
export async function beginDialogue(services: Services, line: OnTheLine, isMachine: boolean): Promise<ScriptStep[]> {
  const script = await scriptForCall(services, line.token, line.carrierCallId)
  if (script === null) return HANG_UP
  const speaking = speakingOf(services, line, script)
  if (!isMachine) return opening(speaking)
  // A key may have overtaken the verdict on its way: then somebody listens.
  const call = await callOfCallback(services, line.token, line.carrierCallId)
  if (!call?.keyedAt) return toMachine(speaking)
  return call.confirmedAt !== null || call.snoozed ? farewell(speaking, call) : opening(speaking)
}

/** The last words of a call that has its answer. */
function farewell({ script }: Speaking, { snoozed, confirmedAt }: Call): ScriptStep[] {
  return [{ do: 'speak', ...(snoozed && confirmedAt === null ? script.snoozed : script.closing) }, { do: 'hang-up' }]
}

/** What a call says next, after keys or silence (`digits` null), and what the keys did. */
export async function goOn(
  services: Services,
  line: OnTheLine,
  { digits, position }: { digits: string | null; position: CallPosition },
): Promise<{ steps: ScriptStep[]; effect: KeyEffect | null }> {
  const { token, carrierCallId } = line
  const at = services.clock.now()
  // The keys first: they count even if the news of the end overtook them, when there is nothing more to say (CALL-10).
  const answered =
    digits === null ? null : await answerCall(services, token, carrierCallId, { keys: digits, position, at })
  const effect = answered?.effect ?? null
  const script = await scriptForCall(services, token, carrierCallId)
  if (script === null || (digits !== null && answered === null)) return { steps: HANG_UP, effect }
  if (answered !== null)
    return { steps: afterKey(speakingOf(services, line, script, answered.call), position, answered), effect }
  const call = await callOfCallback(services, token, carrierCallId)
  const speaking = speakingOf(services, line, script, call ?? undefined)
  // Proven on the dashboard meanwhile: no other call is promised.
  return { steps: call?.confirmedAt ? farewell(speaking, call) : afterSilence(speaking, position), effect }
}

/** What the steps of a call are made of; its tasks matter only where one is said. */
function speakingOf(
  { clock }: Services,
  { answerPath }: OnTheLine,
  script: CallScript,
  { tasks, taskRound }: Pick<Call, 'tasks' | 'taskRound'> = { tasks: [], taskRound: 1 },
): Speaking {
  return { script, tasks, taskRound, answerPath, now: clock.now() }
}
