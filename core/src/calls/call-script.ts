import type { CallPosition, KeyEffect } from './call-keys.ts'
import type { Task } from './proof.ts'

/** A call's prompts, in order. Paths are relative to our public address. */
export type ScriptStep<P = Prompt> =
  | ({ do: 'speak' } & P)
  | { do: 'ask'; speak: P[]; waitS: number; digits: number; answerPath: string }
  | { do: 'go-on'; path: string }
  | { do: 'hang-up' }

/** A prompt's text and the names of its clips, in order. Without clips, the carrier speaks the text. */
export type Prompt = { text: string; clips: string[] }

/** What the carrier plays: the file, or the spoken text without one. */
export type AddressedPrompt = { text: string; audioPath: string | null }

/** The prompts of a call, except `taskPrompts`, of which there is one per task. */
export const SCRIPT_PARTS = [
  'name',
  'message',
  'called',
  'shortAsk',
  'shortStep',
  'parting',
  'closing',
  'snoozed',
  'noSnoozes',
  'skipped',
  'menu',
  'onlyTheseKeys',
  'stopped',
] as const
export type ScriptPart = (typeof SCRIPT_PARTS)[number]

/** The prompts of one call. An empty text is left out. */
export type CallScript = Record<ScriptPart, Prompt> & { taskPrompts: Prompt[] }

/** After an upgrade or a rollback in mid-call, another version may have prepared a stored script. */
export function hasEveryPrompt(script: CallScript): boolean {
  const stored: Partial<CallScript> = script
  return SCRIPT_PARTS.every((part) => Array.isArray(stored[part]?.clips)) && Array.isArray(stored.taskPrompts)
}

/** Three rising notes, equal in all voices, so that a sleeper recognizes us by them. */
export const EARCON: Prompt = { text: '', clips: ['earcon'] }

/** The shortest wait that carriers support. */
const WAIT_AFTER_NAME_S = 1
export const WAIT_AFTER_MESSAGE_S = 4
export const WAIT_AFTER_REMINDER_S = 3
const WAIT_FOR_DIGIT_S = 8
const WAIT_FOR_MACHINE_S = 4

/** The message, and two reminders. */
const MOST_ASKED = 3
/** An unanswered task is repeated once. */
const MOST_SILENCES = 2
/** How often a machine hears who's calling. */
const MOST_NAMED = 3

/** The callback path for the keys of the next prompt. */
export type AnswerPath = (position: CallPosition) => string

export type Speaking = {
  script: CallScript
  tasks: readonly Task[]
  taskRound: number
  answerPath: AnswerPath
  /** By our clock (ms). */
  now: number
}

export function opening({ script, answerPath }: Speaking): ScriptStep[] {
  return [askKey([script.name, EARCON, script.message], WAIT_AFTER_MESSAGE_S, answerPath({ at: 'message', asked: 1 }))]
}

/** The opening while the message is still being synthesized. The message follows in the next response. */
export function nameFirst({ script, answerPath }: Speaking): ScriptStep[] {
  return [askKey([script.name, EARCON], WAIT_AFTER_NAME_S, answerPath({ at: 'message', asked: 0 }))]
}

/** A machine hears only the name: what it hears may be recorded, so it gets none of the person's own words. */
export function toMachine({ script, answerPath }: Speaking, said = 0): ScriptStep[] {
  if (said >= MOST_NAMED) return [{ do: 'hang-up' }]
  return [askKey([script.name], WAIT_FOR_MACHINE_S, answerPath({ at: 'machine', said: said + 1 }))]
}

/** After a timeout: two reminders, then the parting line. */
export function afterSilence(speaking: Speaking, position: CallPosition): ScriptStep[] {
  const { script, answerPath } = speaking
  switch (position.at) {
    case 'machine':
      return toMachine(speaking, position.said)
    case 'task': {
      const silences = position.silences + 1
      return silences >= MOST_SILENCES ? sayAndEnd(script.parting) : askTask(speaking, silences)
    }
    case 'menu':
    case 'message': {
      if (position.asked === 0)
        return [askKey([script.message], WAIT_AFTER_MESSAGE_S, answerPath({ at: 'message', asked: 1 }))]
      if (position.asked >= MOST_ASKED) return sayAndEnd(script.parting)
      const reminder = position.asked === 1 ? script.called : script.shortStep
      const next = answerPath({ at: 'message', asked: position.asked + 1 })
      return [askKey([EARCON, reminder, script.shortAsk], WAIT_AFTER_REMINDER_S, next)]
    }
  }
}

/** `onward`: the effect that follows a skip. */
export function afterKey(
  speaking: Speaking,
  position: CallPosition,
  { effect, onward }: { effect: KeyEffect; onward: 'confirm' | 'ask-task' },
): ScriptStep[] {
  const { script, answerPath, now } = speaking
  const asked = 'asked' in position ? position.asked : 1
  const back = answerPath({ at: 'message', asked })
  switch (effect) {
    case 'confirm':
      return sayAndEnd(script.closing)
    case 'ask-task':
    case 'wrong-answer':
    case 'repeated-answer':
      return askTask(speaking, 0)
    case 'snooze':
      return sayAndEnd(script.snoozed)
    case 'no-snoozes':
      return [askKey([script.noSnoozes], WAIT_AFTER_MESSAGE_S, back)]
    case 'skip-next':
      return [{ do: 'speak', ...script.skipped }, ...afterKey(speaking, position, { effect: onward, onward })]
    case 'open-menu':
      return [askKey([script.menu], WAIT_AFTER_MESSAGE_S, answerPath({ at: 'menu', asked, openedAt: now }))]
    case 'stop-all':
      return sayAndEnd(script.stopped)
    case 'say-message':
      return [askKey([script.message], WAIT_AFTER_MESSAGE_S, back)]
    case 'only-these-keys':
      return [askKey([script.onlyTheseKeys, script.shortAsk], WAIT_AFTER_MESSAGE_S, back)]
  }
}

/** Says the open task twice, because a sleeper misses the first words. */
function askTask({ script, tasks, taskRound, answerPath }: Speaking, silences: number): ScriptStep[] {
  const [task, prompt] = [tasks[taskRound - 1], script.taskPrompts[taskRound - 1]]
  if (task === undefined || prompt === undefined) return sayAndEnd(script.parting)
  const digits = task.kind === 'digits' ? task.digits.length : String(task.a + task.b).length
  const path = answerPath({ at: 'task', round: taskRound, silences })
  return [{ do: 'ask', speak: [prompt, prompt], waitS: WAIT_FOR_DIGIT_S, digits, answerPath: path }]
}

function askKey(speak: Prompt[], waitS: number, answerPath: string): ScriptStep {
  return { do: 'ask', speak, waitS, digits: 1, answerPath }
}

const sayAndEnd = (prompt: Prompt): ScriptStep[] => [{ do: 'speak', ...prompt }, { do: 'hang-up' }]
