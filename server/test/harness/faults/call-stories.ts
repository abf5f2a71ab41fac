import type { CallKind } from '@reveille/core/calls/call-lifecycle'

/** What the one who is called does: presses 1, lets it ring, talks without a key, has a machine pick up, presses 2. */
export type Deed = 'confirm' | 'ring-out' | 'silence' | 'voicemail' | 'snooze'

/** How a call of each kind comes about: what its person does with the calls before it. */
export const PATH_TO: Record<CallKind, readonly Deed[]> = {
  first: [],
  retry: ['ring-out'],
  snooze: ['snooze'],
  'wake-check': ['silence'],
  sample: [],
}

/** What a fault does to the history of the call that it strikes. */
export type Effect =
  /** Nothing: it is as if the fault had not been. */
  | 'none'
  /** The call could not be placed, and its history says why. */
  | 'failed'
  /** A machine is taken for a person. */
  | 'person'
  /** A person is taken for a machine, unless a key is pressed. */
  | 'machine'

/** The calls of one morning, oldest first, and how it ended: 'first no_answer, retry completed: answered'. */
export function expectedStory(kind: CallKind, deed: Deed, effect: Effect = 'none'): string {
  const calls = [...PATH_TO[kind].map(toFirst), `${kind} ${statusOf(deed, effect)}`, ...followUp(kind, deed, effect)]
  return `${calls.join(', ')}: ${outcomeOf(calls)}`
}

function toFirst(deed: Deed): string {
  return `first ${statusOf(deed, 'none')}`
}

function statusOf(deed: Deed, effect: Effect): 'failed' | 'completed' | 'no_answer' {
  if (effect === 'failed') return 'failed'
  if (deed === 'voicemail') return effect === 'person' ? 'completed' : 'no_answer'
  if (deed === 'silence') return effect === 'machine' ? 'no_answer' : 'completed'
  return deed === 'ring-out' ? 'no_answer' : 'completed'
}

/** What comes after the struck call is always answered with 1, so one call more ends the morning (CALL-4). */
function followUp(kind: CallKind, deed: Deed, effect: Effect): string[] {
  if (effect === 'failed' || deed === 'confirm' || kind === 'sample' || kind === 'wake-check') return []
  return statusOf(deed, effect) === 'completed' ? ['wake-check completed'] : ['retry completed']
}

function outcomeOf(calls: readonly string[]): 'answered' | 'failed' | 'missed' {
  if (calls.some((call) => call.endsWith('completed'))) return 'answered'
  return calls.every((call) => call.endsWith('failed')) ? 'failed' : 'missed'
}
