import type { HowEnded } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'

/** A request for a call, as it left our process; the carrier knows its outcome, and we may not. */
export type CallRequest = {
  at: Instant
  by: string
  to: string
  token: string
  fate: PlacingFate
  /** The call that it led to. */
  sid: string | null
}

export type PlacingFate =
  | 'answered'
  | 'answered-slowly'
  /** The phone rings, but we never learn it. */
  | 'accepted-reply-lost'
  | 'failed-unclear'
  | 'refused-connection'
  | 'too-many-requests'
  | 'rejected'

/** A call that the carrier took: the only truth about what rang. */
export type CarrierCallRecord = {
  sid: string
  token: string
  to: string
  createdAt: Instant
  /** From when on the carrier's list shows it. */
  listedAt: Instant
  ringingAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  how: HowEnded | null
  talkedS: number | null
  /** When the detector said that a machine answered. */
  machineAt: Instant | null
  keys: PressedKey[]
  /** The places of the call that were reached, one a prompt. */
  heard: string[]
  /** When we had it say only who calls. */
  redirectedAt: Instant | null
  /** When we first took the callback of its end. */
  endToldAt: Instant | null
  /** When we first took the callback that a machine answered. */
  machineToldAt: Instant | null
}

/** `effect` is what we answered; `unknown` when we died over it, null when we answered that the call is over. */
export type PressedKey = { key: string; at: Instant; answeredAt: Instant | null; effect: string | null }

/** Append-only: what the carrier saw and did. */
export class CarrierLog {
  readonly requests: CallRequest[] = []
  readonly calls: CarrierCallRecord[] = []
  /** Our reconciliation requests: about one call, about the calls to one number, or about all of them. */
  readonly lookUps: { at: Instant; about: 'call' | 'number' | 'everybody' }[] = []
  readonly texts: { at: Instant; to: string; body: string }[] = []
  readonly mails: { at: Instant; to: string; subject: string }[] = []

  open(call: { token: string; to: string; createdAt: Instant; listedAt: Instant }): CarrierCallRecord {
    const record: CarrierCallRecord = {
      ...call,
      sid: `CA${this.calls.length + 1}`,
      ringingAt: null,
      answeredAt: null,
      endedAt: null,
      how: null,
      talkedS: null,
      machineAt: null,
      keys: [],
      heard: [],
      redirectedAt: null,
      endToldAt: null,
      machineToldAt: null,
    }
    this.calls.push(record)
    return record
  }

  call(sid: string): CarrierCallRecord | null {
    return this.calls.find((call) => call.sid === sid) ?? null
  }
}
