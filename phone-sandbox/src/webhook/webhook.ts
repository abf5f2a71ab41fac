import type { Parameters } from './signature.ts'

/** A request to a customer, to be signed and delivered. */
export type Webhook = {
  /** What it is about, for the log: status, voice, gather, media, amd, recording, text-status, text-in. */
  purpose: string
  callSid?: string
  url: string
  method: 'GET' | 'POST'
  parameters: Parameters
  /** The same for every try of one webhook. Set only for a doubled delivery. */
  idempotencyToken?: string
  /** A wrong signature, by a fault. */
  forged?: boolean
}
