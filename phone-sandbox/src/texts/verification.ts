import type { Instant } from '../exchange/journal.ts'

/** A code as the verification service keeps it. */
export type Verification = {
  sid: string
  to: string
  code: string
  status: 'pending' | 'approved' | 'canceled'
  createdAt: Instant
  attempts: { sid: string; at: Instant }[]
}
