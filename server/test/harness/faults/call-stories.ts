import type { CallKind } from '@reveille/core/calls/call-lifecycle'

/** What the called person does: presses 1, lets it ring, talks without a key, has a machine pick up, presses 2. */
export type Action = 'confirm' | 'ring-out' | 'silence' | 'voicemail' | 'snooze'

/** How a call of each kind comes about: what its person does with the calls before it. */
export const PATH_TO: Record<CallKind, readonly Action[]> = {
  first: [],
  retry: ['ring-out'],
  snooze: ['snooze'],
  'wake-check': ['silence'],
  'second-check': ['confirm'],
  sample: [],
}

/** A fault's effect on the history of the call that it strikes. */
export type Effect =
  /** None: as if there had been no fault. */
  | 'none'
  /** The call couldn't be placed, and its history says why. */
  | 'failed'
  /** A machine is mistaken for a person. */
  | 'person'
  /** A person is mistaken for a machine, unless a key is pressed. */
  | 'machine'

/** The calls of one occurrence, oldest first, and how it ended: 'first no_answer, retry completed: answered'. */
export function expectedStory(kind: CallKind, action: Action, effect: Effect = 'none'): string {
  const calls = [
    ...PATH_TO[kind].map(toFirst),
    `${kind} ${statusOf(kind, action, effect)}`,
    ...followUp(kind, action, effect),
  ]
  return `${calls.join(', ')}: ${outcomeOf(calls)}`
}

function toFirst(action: Action): string {
  return `first ${statusOf('first', action, 'none')}`
}

type Status = 'failed' | 'completed' | 'unconfirmed' | 'no_answer'

function statusOf(kind: CallKind, action: Action, effect: Effect): Status {
  if (effect === 'failed') return 'failed'
  const heard = kind === 'sample' ? 'completed' : 'unconfirmed' // nothing is to be proven in a sample
  if (action === 'voicemail') return effect === 'person' ? heard : 'no_answer'
  if (action === 'silence') return effect === 'machine' ? 'no_answer' : heard
  return action === 'ring-out' ? 'no_answer' : 'completed'
}

/** The call after the struck one is always answered and proven, so it closes the occurrence (CALL-4). */
function followUp(kind: CallKind, action: Action, effect: Effect): string[] {
  if (effect === 'failed' || action === 'confirm' || kind === 'sample') return []
  const isSilent = statusOf(kind, action, effect) === 'unconfirmed'
  if (kind === 'second-check') return isSilent ? [] : ['second-check completed']
  return isSilent ? ['wake-check completed'] : ['retry completed']
}

function outcomeOf(calls: readonly string[]): 'answered' | 'unconfirmed' | 'failed' | 'missed' {
  const last = calls.at(-1)!
  // A second check that could not be placed takes no proof back.
  if (last.endsWith('completed') || last === 'second-check failed') return 'answered'
  if (calls.some((call) => call.endsWith('unconfirmed') || call.endsWith('completed'))) return 'unconfirmed'
  return calls.every((call) => call.endsWith('failed')) ? 'failed' : 'missed'
}
