import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher } from 'undici'

/** An account at any carrier with this protocol. */
export type TwilioAccount = Credentials & {
  /** Origin and path prefix, such as https://api.twilio.com; the protocol adds version and path. */
  apiUrl: string
  /** Time limit of a request including its response's body; 10 s by default. */
  timeLimitMs?: number
}

/** The parts of the carrier's API, each at its own address. */
export type Part = 'api' | 'voice' | 'messaging' | 'accounts' | 'trusthub' | 'verify'

type TwilioRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Relative to the account, such as /Calls.json; with `part`, relative to that part. */
  path: string
  part?: Part
  query?: Record<string, string>
  /** As URLSearchParams writes it. */
  form?: string
  limitMs?: number
  /** Asked at the moment the request is written; default: within ten seconds. */
  mayLeave?: (() => boolean) | undefined
}

export type TwilioAnswer = { statusCode: number; headers: IncomingHttpHeaders; body: Buffer }

const TIME_LIMIT_MS = 10_000

/** A three-minute call is 3 MB of uncompressed mono audio, the largest thing that we ask for. */
const LARGEST_BYTES = 16 * 1024 * 1024

/**
 * A keep-alive agent takes a quarter of fetch's time per request, which saves seconds when thousands of calls leave at once.
 * Without HTTP/2, whose shared connection can't take back one request.
 */
const connections = new Agent({ allowH2: false, connect: connectResettably })

/**
 * The request ended before its first byte was written, so the carrier has seen nothing of it. `wasHeldUp`: we waited
 * too long; otherwise the carrier couldn't be reached.
 */
export class NotSentError extends Error {
  override name = 'NotSentError'
  readonly wasHeldUp: boolean
  constructor(cause: unknown, wasHeldUp: boolean) {
    super('the request was not sent', { cause })
    this.wasHeldUp = wasHeldUp
  }
}

/**
 * Sends one request, without following redirects. Throws NotSentError if nothing was sent, otherwise the connection's
 * errors; stops at the time limit, even while reading the body. Only a refused token is tried again with the second
 * one: a 401 was never processed, and calls must leave even while an operator rotates the tokens.
 */
export async function askTwilio(account: TwilioAccount, request: TwilioRequest): Promise<TwilioAnswer> {
  const [first, second] = signIns(account)
  const answer = await send(account, first, request)
  return answer.statusCode === 401 && second !== undefined ? send(account, second, request) : answer
}

export const isOk = ({ statusCode }: TwilioAnswer): boolean => statusCode >= 200 && statusCode < 300

/** Throws if the body isn't JSON. */
export const jsonOf = ({ body }: TwilioAnswer): unknown => JSON.parse(body.toString())

function send(account: TwilioAccount, authorization: string, request: TwilioRequest): Promise<TwilioAnswer> {
  const { timeLimitMs = TIME_LIMIT_MS } = account
  const { method, path, part, query, form, limitMs = timeLimitMs, mayLeave = within(TIME_LIMIT_MS) } = request
  const { origin, folder } = part === undefined ? placeOf(account) : placeOfPart(account, part)
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return sendInTime(connections, {
    origin,
    path: `${folder}${path}${search}`,
    method,
    headers: {
      authorization,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    },
    ...(form && { body: form }),
    ending: timeLimit(limitMs),
    mayLeave,
  })
}

type Place = { origin: string; folder: string }

const places = new WeakMap<TwilioAccount, Place>()

/** The parsed URL of an account's requests: parsing it for each of thousands of calls takes seconds. */
function placeOf(account: TwilioAccount): Place {
  const known = places.get(account)
  if (known !== undefined) return known
  const { origin, folder } = placeOfPart(account, 'api')
  const place = { origin, folder: `${folder}/2010-04-01/Accounts/${encodeURIComponent(account.accountSid)}` }
  places.set(account, place)
  return place
}

/** A carrier at another address than Twilio's has all its parts there. */
function placeOfPart({ apiUrl }: Pick<TwilioAccount, 'apiUrl'>, part: Part): Place {
  const { origin, hostname, pathname } = new URL(apiUrl)
  if (hostname === 'api.twilio.com') return { origin: `https://${part}.twilio.com`, folder: '' }
  return { origin, folder: pathname.replace(/\/+$/, '') }
}

const TICK_MS = 250
const endings = new Map<number, EventEmitter>()

/**
 * Ends after this many ms, at most a tick later, even while the body is read. Requests of one tick share it: a timer for
 * each of 20,000 requests at one instant would make the last of them late. It emits 'abort' with the reason.
 */
function timeLimit(ms: number): EventEmitter {
  const tick = Math.ceil((performance.now() + ms) / TICK_MS)
  const known = endings.get(tick)
  if (known !== undefined) return known
  const ending = new EventEmitter().setMaxListeners(0)
  endings.set(tick, ending)
  const end = () => {
    endings.delete(tick)
    ending.emit('abort', new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  }
  setTimeout(end, tick * TICK_MS - performance.now()).unref()
  return ending
}

function within(ms: number): () => boolean {
  const askedAt = performance.now()
  return () => performance.now() - askedAt <= ms
}

const connectTo = buildConnector({ allowH2: false })

/**
 * A connection that we give up on is reset. After a normal close the kernel keeps sending what it holds for over a minute:
 * when a network comes back, the carrier would place a call that a look-up has just missed and that we place again.
 */
function connectResettably(options: buildConnector.Options, callback: buildConnector.Callback): void {
  const isSecure = options.protocol === 'https:'
  const { servername: _ofTls, ...address } = options
  // Node.js resets only plain TCP, so TLS goes over a connection that exists.
  const plain = isSecure ? { ...address, protocol: 'http:', port: options.port || '443' } : options
  return connectTo(plain, (...answer) => {
    const [error, tcp] = answer
    if (error === null) resetWhenDestroyed(tcp)
    if (error !== null || !isSecure) return callback(...answer)
    connectTo({ ...options, httpSocket: tcp }, callback)
  })
}

function resetWhenDestroyed(tcp: Socket): void {
  const destroy = tcp.destroy.bind(tcp)
  tcp.destroy = (error) => {
    tcp.destroy = () => destroy(error) // resetAndDestroy calls it, without the error
    return tcp.writableEnded ? destroy(error) : tcp.resetAndDestroy() // an ended one can't be reset
  }
}

type RequestInTime = Dispatcher.DispatchOptions & { ending: EventEmitter; mayLeave: () => boolean }

/**
 * Sends a request if `mayLeave` agrees at the moment its first byte would be written. Otherwise a process that freezes
 * before that byte, as during a handshake, would send the request on waking, when another worker has already asked the
 * carrier, found no call, and placed it. undici calls `onRequestStart` before it writes, and writes nothing if that
 * aborts, so we know whether anything was sent. undici's own `request` makes a stream of each body, a fifth of the time
 * that 20,000 requests at one instant take.
 */
export function sendInTime(dispatcher: Dispatcher, request: RequestInTime): Promise<TwilioAnswer> {
  const { ending, mayLeave, ...options } = request
  const { promise, resolve, reject } = Promise.withResolvers<TwilioAnswer>()
  let sent: Dispatcher.DispatchController | null = null
  let isOver = false
  let answer = { statusCode: 0, headers: {} }
  const chunks: Buffer[] = []
  let size = 0

  function fail(error: Error, wasHeldUp: boolean): void {
    isOver = true
    ending.off('abort', end)
    reject(sent === null ? new NotSentError(error, wasHeldUp) : error)
  }
  function end(reason: Error): void {
    if (sent === null) fail(reason, true)
    else sent.abort(reason)
  }
  ending.on('abort', end)
  dispatcher.dispatch(options, {
    onRequestStart(controller) {
      if (!isOver && mayLeave()) sent = controller
      else {
        const error = new Error('the request came to its connection too late')
        if (!isOver) fail(error, true)
        controller.abort(error)
      }
    },
    onResponseStart(_controller, statusCode, headers) {
      answer = { statusCode, headers }
    },
    onResponseData(controller, chunk) {
      // A length header proves nothing.
      if ((size += chunk.byteLength) > LARGEST_BYTES) controller.abort(new Error('the answer is too large'))
      else chunks.push(chunk)
    },
    onResponseEnd() {
      ending.off('abort', end)
      resolve({ ...answer, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) })
    },
    onResponseError(_controller, error) {
      if (!isOver) fail(error, false)
    },
  })
  return promise
}

export type Credentials = {
  accountSid: string
  authToken: string
  /** Tried when the first one is refused: during rotation either may be valid. */
  secondaryAuthToken?: string | null
  /** Authenticates requests instead of the token, which then only verifies callbacks; null: the token does both. */
  apiKey?: ApiKey | null
}

export type ApiKey = { sid: string; secret: string }

/**
 * The Authorization headers to try, in order. A refused key was revoked: the token, which may do more, never replaces
 * it.
 */
function signIns({
  apiKey = null,
  accountSid,
  authToken,
  secondaryAuthToken = null,
}: Credentials): [string, ...string[]] {
  if (apiKey !== null) return [basic(apiKey.sid, apiKey.secret)]
  const first = basic(accountSid, authToken)
  return secondaryAuthToken === null ? [first] : [first, basic(accountSid, secondaryAuthToken)]
}

const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
