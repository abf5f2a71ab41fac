import type { CarrierId } from '@reveille/core/calls/call'
import type { HowEnded } from '@reveille/core/calls/call-lifecycle'
import type { Instant } from '@reveille/core/time/time-zone'

/** A request for a call as it left our process. The carrier knows its outcome; we may not. */
export type CallRequest = {
  at: Instant
  by: string
  /** Which carrier it went to. */
  carrier: CarrierId
  to: string
  token: string
  fate: PlacingFate
  /** The resulting call. */
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
  carrier: CarrierId
  token: string
  to: string
  createdAt: Instant
  /** When it appears on the carrier's list. */
  listedAt: Instant
  ringingAt: Instant | null
  answeredAt: Instant | null
  endedAt: Instant | null
  how: HowEnded | null
  talkedS: number | null
  /** When the detector reported a machine. */
  machineAt: Instant | null
  keys: PressedKey[]
  /** The positions reached in the call, one per prompt. */
  heard: string[]
  /** The carrier never asks what to say. */
  isSilent: boolean
  /** When we had it say only who is calling. */
  redirectedAt: Instant | null
  /** When we first accepted the callback of its end. */
  endToldAt: Instant | null
  /** When we first accepted the callback about a machine. */
  machineToldAt: Instant | null
}

/** `effect` is our answer; `unknown` if we died before answering, null if we answered that the call is over. */
export type PressedKey = { key: string; at: Instant; answeredAt: Instant | null; effect: string | null }

/** Append-only: what the carrier saw and did. */
export class CarrierLog {
  readonly requests: CallRequest[] = []
  readonly calls: CarrierCallRecord[] = []
  /** Our reconciliation requests: the calls to a number, or all since then; about one call, both are null. */
  readonly lookUps: {
    at: Instant
    carrier: CarrierId
    to: string | null
    since: Instant | null
    isAnswered: boolean
  }[] = []
  readonly texts: { at: Instant; to: string; body: string }[] = []
  readonly mails: { at: Instant; to: string; subject: string }[] = []

  open(call: Pick<CarrierCallRecord, 'carrier' | 'token' | 'to' | 'createdAt' | 'listedAt'>): CarrierCallRecord {
    const record: CarrierCallRecord = {
      ...call,
      sid: `${call.carrier === 1 ? 'CA' : 'CB'}${this.calls.length + 1}`,
      ringingAt: null,
      answeredAt: null,
      endedAt: null,
      how: null,
      talkedS: null,
      machineAt: null,
      keys: [],
      heard: [],
      isSilent: false,
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
