import type { CarrierId } from '@reveille/core/calls/call'
import type { CallPosition, KeyEffect } from '@reveille/core/calls/call-keys'
import {
  afterKey,
  afterSilence,
  nameFirst,
  opening,
  toMachine,
  type AnswerPath,
  type ScriptStep,
  type Speaking,
} from '@reveille/core/calls/call-script'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Services } from '../../platform/services.ts'
import { saveFetched } from '../call-life.sql.ts'
import { answerCall } from '../handle-key.ts'
import { scriptForCall, scriptOfCall, type SpeakingCall } from '../message/script-for-call.ts'

/**
 * A call as its carrier (by default the first) identifies it, and where the keys of its next prompt go. `mayWait`: a sample
 * waits for its words, in real time.
 */
export type OnTheLine = {
  token: string
  carrierCallId: string | null
  from?: CarrierId | undefined
  answerPath: AnswerPath
  mayWait?: boolean
}

export type Said = { steps: ScriptStep[]; voiceId: VoiceId | null }

const HANG_UP: Said = { steps: [{ do: 'hang-up' }], voiceId: null }

/** The first words of a call, to a person or a machine. Hangs up if the call is unknown, not ours or over. */
export async function beginDialogue(services: Services, line: OnTheLine, isMachine: boolean): Promise<Said> {
  // Don't keep a machine waiting for words that it won't hear.
  const part = line.mayWait && !isMachine ? 'name' : null
  const found = await scriptForCall(services, line, part)
  if (found === null) return HANG_UP
  if (services.config.secondCarrier !== null && found.call.fetchedAt === null)
    await saveFetched(services.db, found.call.id, services.clock.now())
  return { steps: firstWords(speakingOf(services, line, found), found, isMachine), voiceId: found.call.voice }
}

function firstWords(speaking: Speaking, found: SpeakingCall, isMachine: boolean): ScriptStep[] {
  if (!isMachine) return isMessageToCome(found) ? nameFirst(speaking) : opening(speaking)
  // A key may arrive before the machine's verdict: then somebody is listening.
  if (found.call.keyedAt === null) return toMachine(speaking)
  return closingSteps(found) ?? opening(speaking)
}

/** The next words, after keys or silence (`digits` null), and the effect of the keys. */
export async function goOn(
  services: Services,
  line: OnTheLine,
  { digits, position }: { digits: string | null; position: CallPosition },
): Promise<Said & { effect: KeyEffect | null }> {
  const { token, carrierCallId, from } = line
  if (digits === null) {
    const part = line.mayWait && 'asked' in position && position.asked === 0 ? 'message' : null
    const found = await scriptForCall(services, line, part)
    if (found === null) return { ...HANG_UP, effect: null }
    // If it was confirmed on the dashboard meanwhile, promise no further call.
    const steps = closingSteps(found) ?? afterSilence(speakingOf(services, line, found), position)
    return { steps, voiceId: found.call.voice, effect: null }
  }
  const at = services.clock.now()
  const answered = await answerCall(services, token, carrierCallId, { keys: digits, position, at, from })
  // Keys count even if the callback of the end arrived before them, when there is nothing more to say.
  const found = answered === null ? null : await scriptOfCall(services, answered.call)
  if (answered === null || found === null) return { ...HANG_UP, effect: answered?.effect ?? null }
  const steps = afterKey(speakingOf(services, line, found), position, answered)
  return { steps, voiceId: found.call.voice, effect: answered.effect }
}

/** A sample may have its name's clip but still wait for its message. A scheduled call has both or neither. */
function isMessageToCome({ call, script }: SpeakingCall): boolean {
  if (call.kind !== 'sample' || call.prepareAt === null) return false
  return script.name.clips.length > 0 && script.message.clips.length === 0
}

/** The last words of a confirmed or snoozed call; null while there is no answer. */
function closingSteps({ call, script }: SpeakingCall): ScriptStep[] | null {
  if (call.confirmedAt === null && !call.snoozed) return null
  return [{ do: 'speak', ...(call.confirmedAt === null ? script.snoozed : script.closing) }, { do: 'hang-up' }]
}

function speakingOf({ clock }: Services, { answerPath }: OnTheLine, { call, script }: SpeakingCall): Speaking {
  const { tasks, taskRound } = call
  return { script, tasks, taskRound, answerPath, now: clock.now() }
}
