import type { Parameters } from './signature.ts'

/** A request to a customer, to be signed and delivered. */
export type Webhook = {
  /** What it is about, for the log: status, voice, gather, media, amd, recording, text-status, text-in. */
  purpose: string
  callSid?: string
  url: string
  method: 'GET' | 'POST'
  parameters: Parameters
  /** Same on every try of one webhook. Given only when a doubled delivery is wanted. */
  idempotencyToken?: string
  /** A wrong signature, asked for by a fault. */
  forged?: boolean
}
