import type { Instant } from '../state/journal.ts'

/** Every recording is of a call that the account requested. */
export const RECORDING_SOURCE = 'OutboundAPI'

/** A recording as the carrier stores it: one channel, both sides. */
export type Recording = {
  sid: string
  callSid: string
  status: 'processing' | 'completed' | 'absent'
  startedAt: Instant
  durationSeconds: number
  /** 0, or why the audio is empty: 16101 too short, 16102 silent. */
  errorCode: number
  /** Mu-law in base64; may be empty. */
  audio: string
  deleted: boolean
}

/** A piece of a recorded call's audio, with its time on the call's clock. */
export type RecordedPart = { atMs: number; mulaw: Uint8Array }
