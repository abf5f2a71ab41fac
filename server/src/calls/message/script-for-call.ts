import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@reveille/core/calls/call'
import type { CallScript, PreparedPrompt, PreparedScript, Prompt } from '@reveille/core/calls/call-script'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { storedClip } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { introduction } from '../../speech/voice-previews.ts'
import { callOfCallback } from '../callbacks/callback-call.ts'
import { mayAnswer } from '../handle-key.ts'
import { composeScript } from './compose-message.ts'
import { withoutAudio } from './prepare-message.ts'

/**
 * The carrier gives up after 15 s, and the person hears silence meanwhile. Real time: the services' clock only tracks
 * work that it started, and a request is not.
 */
const LOOKS = 32
const LOOK_AGAIN_MS = 250

/** A call that may be speaking now, and what it says. */
export type SpeakingCall = { call: Call; script: CallScript }

/**
 * The call with this token and what it says, with the keys of the clips that are ready. Null when there is nothing to say: no
 * such call, another's, or over. There is always text: at worst the carrier's own voice speaks it.
 */
export async function scriptForCall(
  services: Services,
  token: string,
  carrierCallId: string | null,
): Promise<SpeakingCall | null> {
  const call = await callOfCallback(services, token, carrierCallId)
  if (call === null || !mayAnswer(call)) return null
  const { taskPrompts, ...parts } = call.script ?? (await composeNow(services, call))
  const prompt = ({ text, audioKey }: PreparedPrompt): Prompt => ({ text, audioPath: audioKey })
  const said = Object.entries(parts).map(([part, prepared]) => [part, prompt(prepared)])
  const script = Object.fromEntries(said) as Omit<CallScript, 'taskPrompts'>
  return { call, script: { ...script, taskPrompts: taskPrompts.map(prompt) } }
}

/** The call came before its preparation. */
async function composeNow({ db }: Services, call: Call): Promise<PreparedScript> {
  return withoutAudio(await inTransaction(db, (tx) => composeScript(tx, call)))
}

/**
 * The first prompt of a sample that is picked up before its message is spoken: the voice introduces itself, and the
 * message follows (CALL-8). Null when not needed, afterwards (`isGreeted`), or without a clip. On a new installation
 * that clip may be missing too: rather than use the carrier's voice, this waits a moment for either clip while a worker
 * prepares them.
 */
export async function sampleGreeting(
  services: Services & WithSpeech,
  token: string,
  isGreeted: boolean,
): Promise<Prompt | null> {
  for (let look = 1; ; look++) {
    const call = await callOfCallback(services, token, null)
    if (call === null || call.kind !== 'sample' || call.script?.message.audioKey) return null
    const greeting = introduction(call.voice, 'phone')
    const key = isGreeted ? null : await storedClip(services, greeting)
    if (key !== null) return { text: greeting.text, audioPath: key }
    if (call.prepareAt === null || call.stage === 'ended' || look === LOOKS) return null
    await pause(LOOK_AGAIN_MS)
  }
}
