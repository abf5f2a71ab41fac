import { solutionOf, type Proof, type Task } from './proof.ts'

/** The place in a call where keys were pressed; it travels in the address that the next answer goes to. */
export type CallPosition =
  /** After the message, and each reminder. `asked`: how often the person was asked for a key; 0 before the message. */
  | { at: 'message'; asked: number }
  /** After 0; `openedAt` is our clock's time (ms) of the menu's start. */
  | { at: 'menu'; asked: number; openedAt: number }
  /** `silences`: how often nothing was typed in this round. */
  | { at: 'task'; round: number; silences: number }
  /** A machine is thought to listen. `said`: how often the name part was said to it. */
  | { at: 'machine'; said: number }

/** What pressed keys do in a call; see section 2 of docs/waking.md. */
export type KeyEffect =
  | 'confirm'
  /** 1 where a key is not proof enough: the open task is said, and after the last one the parting line. */
  | 'ask-task'
  /** Another task opens, or none is left. */
  | 'wrong-answer'
  /** An answer that was counted before: the open task is said again. */
  | 'repeated-answer'
  | 'snooze'
  | 'no-snoozes'
  /** 9: the next call is skipped; what 1 would do follows. */
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
  /** Snoozes that this occurrence still has; null when its schedule has none. */
  snoozesLeft: number | null
  /** The call that 9 skips: still to be skipped, changed since the message named it, or none. */
  next: 'there' | 'gone' | 'none'
  tasks: readonly Task[]
  /** The round of the task that is open. */
  taskRound: number
  isConfirmed: boolean
  /** A 0 in this menu came too soon before: this one may be its duplicate callback. */
  isMenuRepeated: boolean
  /** When the keys reached us, by our clock (ms). */
  now: number
}

/**
 * A second 0 within 2 s of the menu's start is a sleepy double tap, not a wish to end all calls. Our clock sees the menu
 * begin up to a fetch earlier, and the key a trip later.
 */
const DOUBLE_TAP_MS = 2_000 + 1_500

/** What the pressed keys mean. A doubled or late callback means what it meant the first time. */
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

/** The effect of an answer to the task of a round. */
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
      if (isConfirmed) return 'confirm' // up by the dashboard meanwhile: no snooze follows, so none is promised
      if (isSample || snoozesLeft === null) return 'only-these-keys'
      return isSecondCheck || snoozesLeft === 0 ? 'no-snoozes' : 'snooze'
    case '9':
      if (isSample || next === 'none') return 'only-these-keys'
      return next === 'there' ? 'skip-next' : effectOfOne(context) // never another call
    case '0':
      return 'open-menu'
    default:
      return 'only-these-keys'
  }
}

/** What 1 does, and what follows a skip. */
export function effectOfOne({
  isSample,
  proof,
  isConfirmed,
}: Pick<KeyContext, 'isSample' | 'proof' | 'isConfirmed'>): 'confirm' | 'ask-task' {
  return isSample || isConfirmed || proof === 'gentle' ? 'confirm' : 'ask-task'
}
