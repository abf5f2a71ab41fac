import type { CallKind } from '@reveille/core/calls/call-lifecycle'
import type { FaultOrder } from '@reveille/exchange/testing/handset'
import type { Action, Effect } from './call-stories.ts'

/** A fault in one call, and what its person then finds in the history. */
export type FaultRow = {
  /** Completes the sentence 'a call …'. */
  name: string
  faults: readonly FaultOrder[]
  /** Default: 'none'. */
  effect?: Effect
  /** The actions for which it can make a difference. */
  actions?: readonly Action[]
  /** Callbacks arrive in real time, after the handset's commands are done. */
  late?: boolean
  /** The person has consented to recording. */
  recorded?: boolean
}

/** The kind of call that has the fault, and what its person does with it. */
export type FaultCase = { row: FaultRow; kind: CallKind; action: Action }
