import type { CallKind } from '@reveille/core/calls/call-lifecycle'
import type { FaultOrder } from '@reveille/phone-sandbox/handset'
import type { Action, Effect } from './call-stories.ts'

/** A fault in one call, and what its person then finds in the history. */
export type FaultRow = {
  /** Reads as English after 'a call'. */
  name: string
  faults: readonly FaultOrder[]
  /** 'none' by default. */
  effect?: Effect
  /** The actions that it is tried with: those for which it can make a difference. */
  actions?: readonly Action[]
  /** Callbacks come in real time, after the handset's commands are done. */
  late?: boolean
  /** The person has consented to recording (CALL-13). */
  recorded?: boolean
}

/** The kind of call that the fault strikes, and what its person does with it. */
export type FaultCase = { row: FaultRow; kind: CallKind; action: Action }
