import type { CallKind } from '@reveille/core/calls/call-lifecycle'

/** What the person does: presses 1, lets it ring, talks without a key, has a machine answer, presses 2. */
export type Action = 'confirm' | 'ring-out' | 'silence' | 'voicemail' | 'snooze'

/** How to get a call of each kind: what the person does in the calls before it. */
export const PATH_TO: Record<CallKind, readonly Action[]> = {
  first: [],
  retry: ['ring-out'],
  snooze: ['snooze'],
  'wake-check': ['silence'],
  'second-check': ['confirm'],
  sample: [],
}

/** A fault's effect on the history of its call. */
export type Effect =
  /** As if there had been no fault. */
  | 'none'
  /** The call couldn't be placed, and its history says why. */
  | 'failed'
  /** A machine is mistaken for a person. */
  | 'person'
  /** A person is mistaken for a machine unless they press a key. */
  | 'machine'

/** The calls of one occurrence, oldest first, and its outcome: 'first no_answer, retry completed: answered'. */
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
  const heard = kind === 'sample' ? 'completed' : 'unconfirmed' // a sample needs no proof
  if (action === 'voicemail') return effect === 'person' ? heard : 'no_answer'
  if (action === 'silence') return effect === 'machine' ? 'no_answer' : heard
  return action === 'ring-out' ? 'no_answer' : 'completed'
}

/** The call after the faulty one is always answered and confirmed, so it closes the occurrence. */
function followUp(kind: CallKind, action: Action, effect: Effect): string[] {
  if (effect === 'failed' || action === 'confirm' || kind === 'sample') return []
  const isSilent = statusOf(kind, action, effect) === 'unconfirmed'
  if (kind === 'second-check') return isSilent ? [] : ['second-check completed']
  return isSilent ? ['wake-check completed'] : ['retry completed']
}

function outcomeOf(calls: readonly string[]): 'answered' | 'unconfirmed' | 'failed' | 'missed' {
  const last = calls.at(-1)!
  // A second check that couldn't be placed revokes no proof.
  if (last.endsWith('completed') || last === 'second-check failed') return 'answered'
  if (calls.some((call) => call.endsWith('unconfirmed') || call.endsWith('completed'))) return 'unconfirmed'
  return calls.every((call) => call.endsWith('failed')) ? 'failed' : 'missed'
}
