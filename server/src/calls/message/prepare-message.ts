import type { Call } from '@reveille/core/calls/call'
import type { CallKind } from '@reveille/core/calls/call-lifecycle'
import { SCRIPT_PARTS, type CallScript, type Prompt, type ScriptPart } from '@reveille/core/calls/call-script'
import type { CallMessage, MessageRequest } from '@reveille/core/message/call-message'
import { composeCall } from '@reveille/core/message/compose-call'
import { clipsOfSentence, textOf, type Sentence } from '@reveille/core/message/sentence'
import { findAccount } from '../../people/people.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { removeClipsOf } from '../../speech/clips/clip-folder.ts'
import { speak } from '../../speech/clips/speak.ts'
import type { WithSpeech } from '../../speech/engines/speech-engine.ts'
import { messageRequest, scriptOf } from './compose-message.ts'
import { saveScript } from './messages.sql.ts'
import { putBackPreparation, type PreparedCall } from './preparations.sql.ts'
import { speechBudget } from './speech-budget.ts'

/** A call that is due within this time can't wait for a slow speech server. */
const SOON_MS = 2 * 60_000

const FOLLOW_UPS = ['retry', 'snooze', 'wake-check', 'second-check'] as const satisfies readonly CallKind[]

/** What is said first. */
const OPENING: ReadonlySet<ScriptPart> = new Set(['name', 'message'])

/**
 * Composes a call's message and makes a clip per sentence before the phone rings. Stores the text first: a call that
 * comes before its clips is spoken by the carrier's voice, never silent. Throws when `stop` aborts. Awaits
 * `beforePart` before each part.
 */
export async function prepareSpeech(
  services: Services & WithSpeech,
  call: PreparedCall,
  stop: AbortSignal,
  beforePart: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { db } = services
  const request = await inTransaction(db, (tx) => messageRequest(tx, call))
  if (request === null) return putBackPreparation(db, call, null) // without preferences nobody is called
  const message = scriptOf(request)
  const { spokeOf, recorded, named } = message
  const script = withoutClips(message)
  const save = async (isComplete = false) => {
    const saved = { script, spokeOf: spokeOf || null, announcesRecording: recorded, named, isComplete }
    if (await saveScript(db, call, saved)) return true
    // Its account may have been deleted, and then its files, while we still made some.
    if ((await findAccount(db, { id: call.userId })) === null) await removeClipsOf(services, call.userId)
    return false
  }
  if (!(await save())) return
  const isSample = call.kind === 'sample'
  for (const part of SCRIPT_PARTS) {
    await beforePart()
    script[part].clips = await clipsOf(services, call, message[part], stop)
    // Save early what is said first, and every part of a sample, since its person is already listening.
    if ((OPENING.has(part) || isSample) && !(await save())) return
  }
  for (const [index, sentences] of message.taskPrompts.entries()) {
    await beforePart()
    script.taskPrompts[index]!.clips = await clipsOf(services, call, sentences, stop)
  }
  if (call.kind === 'first') await speakNamesAhead(services, call, request, stop)
  await save(true)
}

/**
 * Makes the personal sentences of follow-ups along with the first call, while there is time. Their other sentences are
 * shared, so even a follow-up after 20 s is ready.
 */
async function speakNamesAhead(
  services: Services & WithSpeech,
  call: Call,
  request: MessageRequest,
  stop: AbortSignal,
): Promise<void> {
  for (const kind of FOLLOW_UPS) {
    const { spokeOf: _label, taskPrompts: _tasks, ...parts } = composeCall({ ...request, kind })
    const own = Object.values(parts).flatMap((sentences) => sentences.filter(({ isPersonal }) => isPersonal))
    await clipsOf(services, call, own, stop)
  }
}

/** A message for the carrier to speak. */
export function withoutClips({ taskPrompts, ...message }: CallMessage): CallScript {
  const prompt = (sentences: readonly Sentence[]): Prompt => ({ text: textOf(sentences), clips: [] })
  const parts = Object.fromEntries(SCRIPT_PARTS.map((part) => [part, prompt(message[part])]))
  return { ...(parts as Record<ScriptPart, Prompt>), taskPrompts: taskPrompts.map(prompt) }
}

/** Makes or finds the clips of a prompt; none if any can't be made, and the carrier speaks it. */
async function clipsOf(
  services: Services & WithSpeech,
  call: Call,
  sentences: readonly Sentence[],
  stop: AbortSignal,
): Promise<string[]> {
  const soon = call.kind === 'sample' || call.dueAt - services.clock.now() < SOON_MS
  if (services.config.speech.carrier !== null) return [] // the carrier speaks the text itself
  const toSpeak = sentences.flatMap(clipsOfSentence).map(({ text, isPersonal }) => {
    const owner = isPersonal ? call.userId : 'everybody'
    const budget = speechBudget(services, call, isPersonal)
    return { voiceId: call.voice, text, form: 'phone', owner, budget, soon } as const
  })
  const spoken = await speak(services, toSpeak, stop)
  return spoken.outcome === 'ready' ? spoken.keys : []
}
