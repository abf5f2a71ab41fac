import type { Call } from '@reveille/core/calls/call'
import {
  SCRIPT_PARTS,
  type PreparedPrompt,
  type PreparedScript,
  type ScriptPart,
} from '@reveille/core/calls/call-script'
import type { CallMessage } from '@reveille/core/message/call-message'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { speak } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { introduction } from '../../speech/voice-previews.ts'
import { messageRequest, scriptOf } from './compose-message.ts'
import { saveScript } from './messages.sql.ts'
import { putBackPreparation, type PreparedCall } from './preparations.sql.ts'
import { speechBudget } from './speech-budget.ts'

/** What is said first. */
const OPENING: ReadonlySet<ScriptPart> = new Set(['name', 'message'])
/** What names the person or their goal: such a clip belongs to them, and goes with the account. */
const PERSONAL: ReadonlySet<ScriptPart> = new Set(['name', 'message', 'called'])

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
    saveScript(db, call, { script, spokeOf: spokeOf || null, announcesRecording: recorded, named, isComplete })
  if (!(await save())) return
  const isSample = call.kind === 'sample'
  // The person is listening already: short prompts, nearly always stored, come before the long one.
  if (isSample) await speak(services, introduction(call.voice, 'phone'), stop)
  for (const part of SCRIPT_PARTS) {
    await addAudio(services, call, { prompt: script[part], isPersonal: PERSONAL.has(part), stop })
    // What is said first does not wait for the rest.
    if ((OPENING.has(part) || isSample) && !(await save())) return
  }
  for (const prompt of script.taskPrompts) await addAudio(services, call, { prompt, isPersonal: false, stop })
  await save(true)
}

/** The prompts of a message, without audio. */
export function withoutAudio({ taskPrompts, ...message }: CallMessage): PreparedScript {
  const prompt = (text: string) => ({ text, audioKey: null })
  const parts = Object.fromEntries(SCRIPT_PARTS.map((part) => [part, prompt(message[part])]))
  return { ...(parts as Omit<PreparedScript, 'taskPrompts'>), taskPrompts: taskPrompts.map(prompt) }
}

/** Makes the clip of a prompt, or finds it; without one the carrier speaks. */
async function addAudio(
  services: Services & WithSpeech,
  call: Call,
  { prompt, isPersonal, stop }: { prompt: PreparedPrompt; isPersonal: boolean; stop: AbortSignal },
): Promise<void> {
  if (prompt.text === '') return
  const clip = {
    voiceId: call.voice,
    text: prompt.text,
    form: 'phone',
    budget: speechBudget(services, call, isPersonal),
    ...(isPersonal ? { owner: call.userId } : {}),
  } as const
  const spoken = await speak(services, clip, stop)
  prompt.audioKey = spoken.outcome === 'ready' ? spoken.key : null
}
