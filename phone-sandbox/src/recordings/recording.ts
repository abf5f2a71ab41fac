import type { Instant } from '../exchange/journal.ts'

/** A recording as the carrier keeps it. */
export type Recording = {
  sid: string
  callSid: string
  status: 'processing' | 'completed' | 'absent'
  source: 'OutboundAPI' | 'RecordVerb'
  channels: 1 | 2
  track: string
  startedAt: Instant
  durationSeconds: number
  /** 0, or why there is nothing: 16101 too short, 16102 silent. */
  errorCode: number
  /** Mu-law in base64; empty when there is nothing. */
  audio: string
  deleted: boolean
}

/** What was played into a recorded call, with the time on the call's clock. */
export type RecordedPart = { atMs: number; mulaw: Uint8Array }
