import type { Finding } from '../../server/src/carrier/setup/finding.ts'
import { signatureOf } from '../../server/src/carrier/twilio/signature.ts'
import type { Config } from '../../server/src/platform/config/config.ts'

const LIMIT_MS = 10_000

/**
 * Checks that the product accepts the carrier's signatures. With another token, or a proxy that changes addresses, every
 * call would be silent. The request looks like a call to our number, which changes nothing.
 */
export async function checkCallbacks({ publicUrl, carrier }: Pick<Config, 'publicUrl' | 'carrier'>): Promise<Finding> {
  const what = 'Callbacks'
  const todo =
    'start the product with the PUBLIC_URL and the token of this check, and let the proxy forward requests unchanged'
  const url = `${publicUrl}/callbacks/inbound-call`
  const form = { CallSid: 'check-setup', From: carrier.callerNumbers[0], To: carrier.callerNumbers[0] }
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'x-twilio-signature': signatureOf(carrier.signingKey ?? carrier.authToken, url, form) },
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (answer.ok && (await answer.text()).includes('<Response>'))
      return { what, state: 'right', says: "the carrier's signatures are accepted" }
    const says = `the carrier's signatures are refused (HTTP ${answer.status}): calls would be silent`
    return { what, state: 'wrong', says, todo }
  } catch {
    return { what, state: 'wrong', says: `${url} doesn't answer`, todo }
  }
}
