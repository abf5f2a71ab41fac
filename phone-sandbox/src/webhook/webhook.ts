import { createHmac } from 'node:crypto'

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

export type Parameters = Record<string, string | string[]>

/** base64(HMAC-SHA1(token, url + each name and value, names sorted)). A repeated value counts once, values sorted. */
export function signatureOf(authToken: string, url: string, parameters: Parameters): string {
  const signed = Object.keys(parameters)
    .toSorted()
    .flatMap((name) => valuesOf(parameters[name] ?? []).map((value) => name + value))
  return createHmac('sha1', authToken)
    .update(url + signed.join(''), 'utf8')
    .digest('base64')
}

const valuesOf = (value: string | string[]): string[] => [...new Set([value].flat())].toSorted()
