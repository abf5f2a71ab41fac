import { createHmac } from 'node:crypto'

/** A request to a customer, before it's signed. */
export type Webhook = {
  /** For the log: status, voice, gather, media, amd, recording, text-status, text-in. */
  purpose: string
  callSid?: string
  url: string
  /** Of a form, to be posted; undefined: a file is fetched. */
  parameters?: Record<string, string>
  /** Set for a duplicated delivery, so that all its tries share one. */
  idempotencyToken?: string
  /** A fault gives it a wrong signature. */
  forged?: boolean
}

/** base64(HMAC-SHA1(token, url + each name and value)), sorted by name. */
export function signatureOf(authToken: string, url: string, parameters: Record<string, string>): string {
  const signed = Object.keys(parameters)
    .toSorted()
    .map((name) => name + parameters[name])
  return createHmac('sha1', authToken)
    .update(url + signed.join(''), 'utf8')
    .digest('base64')
}
