import { createHmac } from 'node:crypto'

/** A request to a customer, before it's signed. */
export type Webhook = {
  /** For the log: status, voice, gather, media, amd, recording, text-status, text-in. */
  purpose: string
  callSid?: string
  url: string
  method: 'GET' | 'POST'
  parameters: Parameters
  /** Set for a duplicated delivery, so that all its tries share one. */
  idempotencyToken?: string
  /** A fault gives it a wrong signature. */
  forged?: boolean
}

export type Parameters = Record<string, string | string[]>

/** base64(HMAC-SHA1(token, url + each name and value)), sorted by name, then value. A repeated value counts once. */
export function signatureOf(authToken: string, url: string, parameters: Parameters): string {
  const signed = Object.keys(parameters)
    .toSorted()
    .flatMap((name) => valuesOf(parameters[name] ?? []).map((value) => name + value))
  return createHmac('sha1', authToken)
    .update(url + signed.join(''), 'utf8')
    .digest('base64')
}

const valuesOf = (value: string | string[]): string[] => [...new Set([value].flat())].toSorted()
