import { Agent, type Dispatcher } from 'undici'

/** Where the carrier is and who we are to it. Any carrier that speaks this protocol: nothing here is of one company's form. */
export type TwilioAccount = {
  /** Origin and path prefix, such as https://api.twilio.com; the version and what follows are the protocol's own. */
  apiUrl: string
  accountSid: string
  authToken: string
  secondaryAuthToken: string | null
  /** How long one request may take, its answer's body included; 10 s when unset. */
  timeLimitMs?: number
}

export type TwilioRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the account, such as /Calls.json. */
  path: string
  query?: Record<string, string>
  /** As URLSearchParams writes it. */
  form?: string
  limitMs?: number
}

export type TwilioAnswer = Dispatcher.ResponseData

const TIME_LIMIT_MS = 10_000

/** Kept open between requests. A quarter of fetch's work for a request: in a herd that is seconds. */
const connections = new Agent()

/**
 * One request to the carrier, sent once, following no redirect. Throws what its connection throws; when the time is over
 * at the latest, also while the body is read. Only a refused token is followed by a second try: a 401 was never processed, and
 * in the minute when an operator makes the secondary token the primary one, calls must still leave.
 */
export async function askTwilio(account: TwilioAccount, request: TwilioRequest): Promise<TwilioAnswer> {
  const answer = await send(account, account.authToken, request)
  if (answer.statusCode !== 401 || account.secondaryAuthToken === null) return answer
  await answer.body.dump()
  return send(account, account.secondaryAuthToken, request)
}

export function isOk({ statusCode }: TwilioAnswer): boolean {
  return statusCode >= 200 && statusCode < 300
}

function send(account: TwilioAccount, token: string, request: TwilioRequest): Promise<TwilioAnswer> {
  const { timeLimitMs = TIME_LIMIT_MS } = account
  const { method, path, query, form, limitMs = timeLimitMs } = request
  const { origin, folder } = placeOf(account)
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return connections.request({
    origin,
    path: `${folder}${path}${search}`,
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${account.accountSid}:${token}`).toString('base64')}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    },
    signal: AbortSignal.timeout(limitMs),
    ...(form && { body: form }),
  })
}

type Place = { origin: string; folder: string }

const places = new WeakMap<TwilioAccount, Place>()

/** Where an account's requests go, read once: an address that is read for each call of a herd is seconds of it. */
function placeOf(account: TwilioAccount): Place {
  const known = places.get(account)
  if (known !== undefined) return known
  const { origin, pathname } = new URL(account.apiUrl)
  const prefix = pathname.replace(/\/+$/, '')
  const place = { origin, folder: `${prefix}/2010-04-01/Accounts/${encodeURIComponent(account.accountSid)}` }
  places.set(account, place)
  return place
}
