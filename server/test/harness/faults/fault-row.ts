import type { CallKind } from '@reveille/core/calls/call-lifecycle'
import type { FaultOrder } from '@reveille/phone-sandbox/handset'
import type { Deed, Effect } from './call-stories.ts'

/** Something that goes wrong with one call, and what its person then finds in the history. */
export type FaultRow = {
  /** Reads as English after 'a call'. */
  name: string
  faults: readonly FaultOrder[]
  /** 'none' unless it says otherwise. */
  effect?: Effect
  /** With which deeds it is tried: those to which it can make a difference. */
  deeds?: readonly Deed[]
  /** Callbacks come on real time, after the commands of the handset are settled. */
  late?: boolean
  /** The person has agreed that calls are recorded (CALL-13). */
  recorded?: boolean
}

/** One person's morning: the kind of call that the fault strikes, and what they do with it. */
export type Morning = { row: FaultRow; kind: CallKind; deed: Deed }
