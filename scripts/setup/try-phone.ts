import { setTimeout as pause } from 'node:timers/promises'
import { askCarrierApi, type CarrierAccount } from '../../server/src/carrier/setup/carrier-api.ts'
import type { Finding } from '../../server/src/carrier/setup/finding.ts'
import type { Config } from '../../server/src/platform/config/config.ts'

type Home = Pick<Config, 'callbackUrl'> & {
  carrier: CarrierAccount & Pick<Config['carrier'], 'callerNumbers' | 'messagingServiceSid'>
}
type Kind = { path: string; form: Record<string, string>; withinMs: number }

const LOOK_AGAIN_MS = 1_000
/** Ringing takes up to 40 s and the sentence 10. */
const CALL_WITHIN_MS = 90_000
const TEXT_WITHIN_MS = 60_000

/** Calls a phone through the configured carrier, with the sentence that callers of our number hear. */
export async function tryCall({ callbackUrl, carrier }: Home, to: string): Promise<Finding> {
  const what = `Call to ${to}`
  const form = { To: to, From: carrier.callerNumbers[0], Url: `${callbackUrl}/callbacks/inbound-call`, Timeout: '40' }
  const { status, fault } = await follow(carrier, { path: '/Calls', form, withinMs: CALL_WITHIN_MS })
  if (fault !== null)
    return { what, state: 'wrong', says: fault, todo: 'see docs/carrier.md, and the call in the console' }
  if (status === 'completed') return { what, state: 'right', says: 'it rang, and was picked up' }
  const says = status === 'no-answer' || status === 'busy' ? `it rang: ${status}` : `still ${status}`
  return { what, state: 'hint', says, todo: 'try again, and pick up' }
}

/** Texts a phone and waits until it's delivered, because the carrier accepts texts that it can't deliver. */
export async function tryText({ carrier }: Home, to: string): Promise<Finding> {
  const what = `Text to ${to}`
  const service = carrier.messagingServiceSid
  const form = {
    To: to,
    From: carrier.callerNumbers[0],
    Body: 'Reveille: this is a test. Texts reach this phone.',
    ...(service !== null && { MessagingServiceSid: service }),
  }
  const { status, fault } = await follow(carrier, { path: '/Messages', form, withinMs: TEXT_WITHIN_MS })
  if (fault !== null) return { what, state: 'wrong', says: fault, todo: 'see Texts in docs/carrier.md' }
  if (status === 'delivered') return { what, state: 'right', says: 'it arrived' }
  return { what, state: 'hint', says: `the carrier says only '${status}'`, todo: 'look at the phone' }
}

const ENDED = new Set(['completed', 'no-answer', 'busy', 'delivered'])
const FAILED = new Set(['failed', 'canceled', 'undelivered'])

/** Creates a call or text and polls it until it ends. `fault` is the carrier's error. */
async function follow(account: Home['carrier'], { path, form, withinMs }: Kind) {
  const made = await askCarrierApi(account, { path: `${path}.json`, method: 'POST', form })
  const { sid, status: first, message, code } = fieldsOf(made.body)
  if (sid === undefined)
    return {
      status: '',
      fault: `the carrier refuses it: ${message ?? `HTTP ${made.status}`}${code ? ` (${code})` : ''}`,
    }
  let status = first ?? ''
  for (let waitedMs = 0; waitedMs < withinMs && !ENDED.has(status); waitedMs += LOOK_AGAIN_MS) {
    await pause(LOOK_AGAIN_MS)
    const seen = fieldsOf((await askCarrierApi(account, { path: `${path}/${sid}.json` })).body)
    status = seen.status ?? status
    if (FAILED.has(status))
      return {
        status,
        fault: `it ${status === 'canceled' ? 'was canceled' : status}${seen.error_code ? ` (${seen.error_code})` : ''}`,
      }
  }
  return { status, fault: null }
}

type Fields = Partial<Record<'sid' | 'status' | 'message' | 'code' | 'error_code', string>>

/** The fields as strings, whatever their types. */
function fieldsOf(body: unknown): Fields {
  const entries = Object.entries((body ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]))
}
