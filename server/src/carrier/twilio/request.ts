import { Agent, type Dispatcher } from 'undici'
import { signIns, type Credentials } from './credentials.ts'

/** Where the carrier is and our account there. For any carrier with this protocol. */
export type TwilioAccount = Credentials & {
  /** Origin and path prefix, such as https://api.twilio.com; the version and what follows are the protocol's. */
  apiUrl: string
  /** Time limit of a request, its response's body included; 10 s by default. */
  timeLimitMs?: number
}

/** The parts of the carrier's interface, each at an address of its own. */
export type Part = 'api' | 'voice' | 'messaging' | 'accounts' | 'trusthub' | 'verify'

export type TwilioRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the account, such as /Calls.json; below its part, where one is named. */
  path: string
  part?: Part
  query?: Record<string, string>
  /** As URLSearchParams writes it. */
  form?: string
  limitMs?: number
  /** Asked in the moment in which the request is written; by default it leaves within ten seconds. */
  mayLeave?: (() => boolean) | undefined
}

export type TwilioAnswer = Dispatcher.ResponseData

const TIME_LIMIT_MS = 10_000

/** Kept alive between requests. A quarter of fetch's work for a request: in a herd that is seconds. */
const connections = new Agent().compose(leaveInTime)

/**
 * Sends one request to the carrier, once, following no redirect. Throws the connection's errors; at the latest when the
 * time is over, also while the body is read. Only a refused token is followed by a second try: a 401 was never
 * processed, and calls must still leave in the minute when an operator makes the secondary token the primary one.
 */
export async function askTwilio(account: TwilioAccount, request: TwilioRequest): Promise<TwilioAnswer> {
  const [first, second] = signIns(account)
  const answer = await send(account, first, request)
  if (answer.statusCode !== 401 || second === undefined) return answer
  await answer.body.dump()
  return send(account, second, request)
}

export function isOk({ statusCode }: TwilioAnswer): boolean {
  return statusCode >= 200 && statusCode < 300
}

function send(account: TwilioAccount, authorization: string, request: TwilioRequest): Promise<TwilioAnswer> {
  const { timeLimitMs = TIME_LIMIT_MS } = account
  const { method, path, part, query, form, limitMs = timeLimitMs, mayLeave = within(TIME_LIMIT_MS) } = request
  const { origin, folder } = part === undefined ? placeOf(account) : placeOfPart(account, part)
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const options: Guarded<Dispatcher.RequestOptions> = {
    origin,
    path: `${folder}${path}${search}`,
    method,
    headers: {
      authorization,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    },
    signal: AbortSignal.timeout(limitMs),
    ...(form && { body: form }),
    mayLeave,
  }
  return connections.request(options)
}

type Place = { origin: string; folder: string }

const places = new WeakMap<TwilioAccount, Place>()

/** The parsed address of an account's requests: parsing it for each call of a herd takes seconds. */
function placeOf(account: TwilioAccount): Place {
  const known = places.get(account)
  if (known !== undefined) return known
  const { origin, folder } = placeOfPart(account, 'api')
  const place = { origin, folder: `${folder}/2010-04-01/Accounts/${encodeURIComponent(account.accountSid)}` }
  places.set(account, place)
  return place
}

/** A carrier that is reached at another address than Twilio's has all its parts there. */
export function placeOfPart({ apiUrl }: Pick<TwilioAccount, 'apiUrl'>, part: Part): Place {
  const { origin, hostname, pathname } = new URL(apiUrl)
  if (hostname === 'api.twilio.com') return { origin: `https://${part}.twilio.com`, folder: '' }
  return { origin, folder: pathname.replace(/\/+$/, '') }
}

type Guarded<Options> = Options & { mayLeave?: () => boolean }

function within(ms: number): () => boolean {
  const askedAt = performance.now()
  return () => performance.now() - askedAt <= ms
}

/**
 * Lets no request leave once its `mayLeave` says no. A process that freezes between its decision and the first byte, such as
 * in the middle of a handshake, would send it when it wakes: by then another worker has asked the carrier, believed that
 * it knows of no call, and placed it (CALL-3).
 */
export function leaveInTime(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options: Guarded<Dispatcher.DispatchOptions>, handler) => {
    const start = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      start?.(controller, context)
      if (options.mayLeave?.() === false) controller.abort(new Error('the request came to its connection too late'))
    }
    return dispatch(options, handler)
  }
}
