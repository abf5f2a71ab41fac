import type { Instant } from '../state/journal.ts'

export type TextStatus = 'queued' | 'accepted' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received'

/** A text in either direction, as the carrier stores it. */
export type TextMessage = {
  sid: string
  direction: 'outbound-api' | 'outbound-reply' | 'inbound'
  from: string
  to: string
  body: string
  status: TextStatus
  errorCode: number | null
  /** The messaging service that sends it, if any. */
  serviceSid?: string | undefined
  createdAt: Instant
  sentAt: Instant | null
  /** Whether a test waited for it. The carrier's own replies always count as expected. */
  expected: boolean
}

export const segmentsOf = (body: string): number => Math.max(1, Math.ceil(body.length / 160))

/** A code as the verification service stores it. */
export type Verification = {
  sid: string
  to: string
  code: string
  status: 'pending' | 'approved' | 'canceled'
  createdAt: Instant
  attempts: { sid: string; at: Instant }[]
}
