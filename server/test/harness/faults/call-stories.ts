import type { CallKind } from '@reveille/core/calls/call-lifecycle'

/** What the called person does: presses 1, lets it ring, talks without a key, has a machine pick up, presses 2. */
export type Action = 'confirm' | 'ring-out' | 'silence' | 'voicemail' | 'snooze'

/** How a call of each kind comes about: what its person does with the calls before it. */
export const PATH_TO: Record<CallKind, readonly Action[]> = {
  first: [],
  retry: ['ring-out'],
  snooze: ['snooze'],
  'wake-check': ['silence'],
  sample: [],
}

/** A fault's effect on the history of the call that it strikes. */
export type Effect =
  /** None: as if there had been no fault. */
  | 'none'
  /** The call could not be placed, and its history says why. */
  | 'failed'
  /** A machine is mistaken for a person. */
  | 'person'
  /** A person is mistaken for a machine, unless a key is pressed. */
  | 'machine'

/** The calls of one occurrence, oldest first, and how it ended: 'first no_answer, retry completed: answered'. */
export function expectedStory(kind: CallKind, action: Action, effect: Effect = 'none'): string {
  const calls = [
    ...PATH_TO[kind].map(toFirst),
    `${kind} ${statusOf(action, effect)}`,
    ...followUp(kind, action, effect),
  ]
  return `${calls.join(', ')}: ${outcomeOf(calls)}`
}

function toFirst(action: Action): string {
  return `first ${statusOf(action, 'none')}`
}

function statusOf(action: Action, effect: Effect): 'failed' | 'completed' | 'no_answer' {
  if (effect === 'failed') return 'failed'
  if (action === 'voicemail') return effect === 'person' ? 'completed' : 'no_answer'
  if (action === 'silence') return effect === 'machine' ? 'no_answer' : 'completed'
  return action === 'ring-out' ? 'no_answer' : 'completed'
}

/** The call after the struck one is always answered with 1, so it closes the occurrence (CALL-4). */
function followUp(kind: CallKind, action: Action, effect: Effect): string[] {
  if (effect === 'failed' || action === 'confirm' || kind === 'sample' || kind === 'wake-check') return []
  return statusOf(action, effect) === 'completed' ? ['wake-check completed'] : ['retry completed']
}

function outcomeOf(calls: readonly string[]): 'answered' | 'failed' | 'missed' {
  if (calls.some((call) => call.endsWith('completed'))) return 'answered'
  return calls.every((call) => call.endsWith('failed')) ? 'failed' : 'missed'
}
