import { solutionOf, type Proof, type Task } from './proof.ts'

/** Where in a call keys were pressed. The callback's address carries it, so a late callback keeps its meaning. */
export type CallPosition =
  /** After the message or a reminder. `asked`: how often we asked for a key; 0 before the message. */
  | { at: 'message'; asked: number }
  /** After 0. `openedAt`: when the menu started, by our clock (ms). */
  | { at: 'menu'; asked: number; openedAt: number }
  /** `silences`: how often this round timed out. */
  | { at: 'task'; round: number; silences: number }
  /** The carrier reported a machine. `said`: how often it heard the name. */
  | { at: 'machine'; said: number }

/** What pressed keys do in a call; docs/waking.md has the table. */
export type KeyEffect =
  | 'confirm'
  /** 1 where a key isn't proof enough. The call says the open task, or the parting line when none is left. */
  | 'ask-task'
  /** The next task opens, if there is one. */
  | 'wrong-answer'
  /** An answer that already counted. The call says the open task again. */
  | 'repeated-answer'
  | 'snooze'
  | 'no-snoozes'
  /** 9 skips the next call, then acts as 1. */
  | 'skip-next'
  | 'open-menu'
  | 'stop-all'
  | 'say-message'
  | 'only-these-keys'

export type KeyContext = {
  position: CallPosition
  isSample: boolean
  isSecondCheck: boolean
  proof: Proof
  /** Snoozes left in this occurrence; null when its schedule allows none. */
  snoozesLeft: number | null
  /** The call that 9 skips. `gone`: it changed after the message named it. */
  next: 'there' | 'gone' | 'none'
  tasks: readonly Task[]
  taskRound: number
  isConfirmed: boolean
  /** A 0 in this menu already came too soon, so this one may be its duplicate. */
  isMenuRepeated: boolean
  /** When the keys arrived, by our clock (ms). */
  now: number
}

/**
 * A second 0 within 2 s of the menu is a sleepy double tap, not a wish to end all calls. The rest is latency: we count
 * from our response, before the carrier plays the menu, and see the key one trip after it was pressed.
 */
const DOUBLE_TAP_MS = 2_000 + 1_500

/** Depends only on its arguments, so a duplicate or late callback has the effect it had the first time. */
export function keyEffect(keys: string, context: KeyContext): KeyEffect {
  const { position, now } = context
  switch (position.at) {
    case 'machine':
      return 'say-message'
    case 'task':
      return keys.startsWith('0') ? 'open-menu' : answerEffect(keys, position.round, context)
    case 'menu':
      if (keys === '3') return 'say-message'
      if (keys === '0') return isTooSoon(position, now) || context.isMenuRepeated ? 'open-menu' : 'stop-all'
      return effectAtTop(keys, context)
    case 'message':
      return effectAtTop(keys, context)
  }
}

const isTooSoon = ({ openedAt }: { openedAt: number }, now: number) => now - openedAt < DOUBLE_TAP_MS

export function answerEffect(
  answer: string,
  round: number,
  { tasks, taskRound, isConfirmed }: Pick<KeyContext, 'tasks' | 'taskRound' | 'isConfirmed'>,
): 'confirm' | 'wrong-answer' | 'repeated-answer' {
  if (isConfirmed) return 'confirm'
  const task = tasks[taskRound - 1]
  if (task === undefined || round !== taskRound) return 'repeated-answer'
  return answer === solutionOf(task) ? 'confirm' : 'wrong-answer'
}

function effectAtTop(key: string, context: KeyContext): KeyEffect {
  const { isSample, isSecondCheck, snoozesLeft, next, isConfirmed } = context
  switch (key) {
    case '1':
      return effectOfOne(context)
    case '2':
      if (isConfirmed) return 'confirm' // confirmed on the dashboard: no snooze follows, so don't promise one
      if (isSample || snoozesLeft === null) return 'only-these-keys'
      return isSecondCheck || snoozesLeft === 0 ? 'no-snoozes' : 'snooze'
    case '9':
      if (isSample || next === 'none') return 'only-these-keys'
      return next === 'there' ? 'skip-next' : effectOfOne(context) // skips only the call that the message named
    case '0':
      return 'open-menu'
    default:
      return 'only-these-keys'
  }
}

/** The effect of 1. It also follows a skip. */
export function effectOfOne({
  isSample,
  proof,
  isConfirmed,
}: Pick<KeyContext, 'isSample' | 'proof' | 'isConfirmed'>): 'confirm' | 'ask-task' {
  return isSample || isConfirmed || proof === 'gentle' ? 'confirm' : 'ask-task'
}
