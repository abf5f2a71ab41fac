import type { Instant } from '../time/time-zone.ts'

/** The stage of one call. `in_doubt`: we don't know yet whether the carrier has it. */
export type CallStage = 'planned' | 'leased' | 'dialling' | 'placed' | 'in_doubt' | 'ended'

/** No carrier knows a call at these stages, so canceling it needs no request. */
export const UNDIALLED = ['planned', 'leased'] as const satisfies readonly CallStage[]

export const isUndialled = (stage: CallStage): boolean => UNDIALLED.some((undialled) => undialled === stage)

export const FINAL_STATUSES = ['completed', 'unconfirmed', 'no_answer', 'failed'] as const
type FinalStatus = (typeof FINAL_STATUSES)[number]

/** The status that the history shows. */
export const CALL_STATUSES = ['pending', 'answered', ...FINAL_STATUSES] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

export const CALL_KINDS = ['first', 'retry', 'snooze', 'wake-check', 'second-check', 'sample'] as const
export type CallKind = (typeof CALL_KINDS)[number]

export const FOLLOW_UP_KINDS = ['retry', 'snooze', 'wake-check', 'second-check'] as const satisfies readonly CallKind[]
export type FollowUpKind = (typeof FOLLOW_UP_KINDS)[number]

/** What the carrier reports about a call. `at`: the carrier's own time where it has one, otherwise when we received it. */
export type CarrierEvent =
  | { type: 'queued'; at: Instant }
  | { type: 'ringing'; at: Instant }
  | { type: 'picked-up'; at: Instant }
  | { type: 'machine'; at: Instant }
  /** `sip`: the phone network's response code, if the carrier reports it. */
  | { type: 'ended'; at: Instant; how: HowEnded; talkedS: number | null; sip?: number | undefined }

/**
 * `failed`: a transient failure. `blocked`: stopped on its way (SIP 608). `unwanted`: marked so by the callee's network
 * or phone (607). `refused`: no call to this number can succeed (404, 410, 484, 604). `no-line`: our telephone line was in
 * use. `line-refused`: its provider refused us. `may-have-rung`: it broke off, and nobody knows what the phone did.
 */
export type HowEnded =
  | 'hung-up'
  | 'busy'
  | 'no-answer'
  | 'cancelled'
  | 'failed'
  | 'blocked'
  | 'unwanted'
  | 'refused'
  | 'no-line'
  | 'line-refused'
  | 'may-have-rung'

export type CallLife = {
  kind: CallKind
  stage: CallStage
  status: CallStatus
  ringingAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  /** Seconds of talk; null until the call ends. */
  durationS: number | null
  machine: boolean
  /** When the first key was pressed. Any key proves that a person answered. */
  keyedAt: Instant | null
  /** When the person proved that they're up, in this call or on the dashboard. */
  confirmedAt: Instant | null
  snoozed: boolean
  /** The open task's round, from 1. Above the number of tasks, none is open. */
  taskRound: number
}

/** A shorter conversation counts as declined, unless a key was pressed. */
const SHORTEST_TALK_S = 3

/**
 * Callbacks arrive late, twice and out of order: an event that no longer applies returns the same object. Terminal
 * states are final, with one exception: a late answering-machine verdict.
 */
export function applyCarrierEvent(call: CallLife, event: CarrierEvent): CallLife {
  switch (call.stage) {
    case 'planned':
    case 'leased':
      return call
    case 'ended':
      return event.type === 'machine' ? turnIntoVoicemail(call) : call
    case 'dialling':
    case 'in_doubt': // an event proves that the carrier has the call
    case 'placed':
      return applyToOpenCall(call, event)
  }
}

function applyToOpenCall(call: CallLife, event: CarrierEvent): CallLife {
  switch (event.type) {
    case 'queued':
      return call.stage === 'placed' ? call : { ...call, stage: 'placed' }
    case 'ringing':
      if (call.stage === 'placed' && call.ringingAt !== null) return call
      return { ...call, stage: 'placed', ringingAt: call.ringingAt ?? event.at }
    case 'picked-up':
      if (call.answeredAt !== null) return call
      return { ...call, stage: 'placed', status: 'answered', answeredAt: event.at }
    case 'machine':
      return call.machine || call.keyedAt !== null ? call : { ...call, stage: 'placed', machine: true }
    case 'ended':
      return end(call, event)
  }
}

function end(call: CallLife, event: CarrierEvent & { type: 'ended' }): CallLife {
  const durationS = event.how === 'hung-up' ? (event.talkedS ?? secondsSince(call.answeredAt, event.at)) : null
  return { ...call, stage: 'ended', status: statusAtEnd(call, event.how, durationS), endedAt: event.at, durationS }
}

function statusAtEnd(call: CallLife, how: HowEnded, durationS: number | null): FinalStatus {
  // A key counts however the carrier says the call ended.
  if (call.confirmedAt !== null || call.snoozed) return 'completed'
  if (call.keyedAt !== null) return statusWhenHeard(call)
  switch (how) {
    case 'busy':
    case 'no-answer':
    case 'cancelled':
    case 'blocked':
      return 'no_answer'
    case 'failed':
    case 'unwanted':
    case 'refused':
    case 'no-line':
    case 'line-refused':
    case 'may-have-rung':
      return 'failed'
    case 'hung-up':
      return call.machine || (durationS ?? 0) < SHORTEST_TALK_S ? 'no_answer' : statusWhenHeard(call)
  }
}

/** A sample asks for no proof. */
export function statusWhenHeard({ kind }: Pick<CallLife, 'kind'>): 'completed' | 'unconfirmed' {
  return kind === 'sample' ? 'completed' : 'unconfirmed'
}

/** Applies a verdict that came after the end. A pressed key outweighs it. */
function turnIntoVoicemail(call: CallLife): CallLife {
  if (call.machine || call.status !== statusWhenHeard(call) || call.keyedAt !== null) return call
  return { ...call, machine: true, status: 'no_answer' }
}

function secondsSince(from: Instant | null, to: Instant): number | null {
  return from === null ? null : Math.max(0, Math.round((to - from) / 1000))
}
