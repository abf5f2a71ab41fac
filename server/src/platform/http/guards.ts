import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { fallbackMessage, type ApiError } from '@reveille/contract/api-error'
import { OWNERS_PAGES, paths } from '@reveille/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { isOfThisMachine, subnetOf } from '../limits/subnet.ts'
import { forbidden, refuse, refusal, type HeadersOf } from './errors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes from other sites: browsers report the origin in Sec-Fetch-Site or Origin, which a page can't forge.
 * The carrier's callbacks have neither; their signature is checked instead.
 */
export function refuseOtherSites(app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'production'>): void {
  const ours = new URL(config.publicUrl).origin
  app.addHook('onRequest', (request, reply, done) => {
    if (SAFE.has(request.method) || request.routeOptions.url?.startsWith('/callbacks/')) return done()
    const { origin } = request.headers
    if (request.headers['sec-fetch-site'] === 'same-origin') return done()
    if (origin === ours || (!config.production && isLoopbackItself(request, origin))) return done()
    request.log.warn({ route: request.routeOptions.url }, 'rejected cross-site request')
    void refuse(reply, forbidden)
  })
}

/** In development the server is both localhost and 127.0.0.1, whatever PUBLIC_URL says. */
function isLoopbackItself(request: FastifyRequest, origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  return isOfThisMachine(origin) && new URL(origin).host === request.headers.host
}

/** NUL, the only character that PostgreSQL can't store, as JSON escapes it. */
const NULL_CHARACTER = '\\u0000'

/**
 * Accepts only JSON: another site's form can send only types that have no parser here (415). An empty body counts as
 * none, because 'toggle' and 'logout' send nothing.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error') // refuses __proto__ and constructor.prototype
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text === '') return done(null, undefined)
    if (!text.includes(NULL_CHARACTER)) return parse(request, text, done)
    parse(request, text, (error, value) => done(error, withoutNull(value)))
  })
}

/** NUL is invisible, so it is dropped like other invisible characters. */
function withoutNull(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  if (Array.isArray(value)) return value.map(withoutNull)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutNull(inner)]))
}

const RETRY_AFTER_S = 1
const crowded = refusal(503, 'unavailable', 'Reveille is very busy right now. Please try again in a moment.')

/** An open stream costs nothing while it waits, so only its opening counts. */
const STREAM = '/api/events'

/** Null for a visitor, a string for a session not looked up yet, then the person's id. */
type Requester = number | string | null

type Place = { network: string; requester: Requester }

/**
 * Sheds load: beyond its limit of requests at once, an account, a network or the whole server gets a quick 503 instead
 * of a queue that would delay everyone, phones included. Visitors share half of the places. A network may take two
 * fifths and an account one fifth, so two floods together leave room. A request holds a place only while we work, not
 * while its body arrives. Never sheds health checks or the carrier's callbacks, which it wouldn't send again. Register
 * it after cookies and before anything that queries the database: `sessionIdOf` needs only the cookie.
 */
export function shedOverload(
  app: FastifyInstance,
  { mostRequestsAtOnce }: Pick<Config, 'mostRequestsAtOnce'>,
  sessionIdOf: (request: FastifyRequest) => string | null,
): void {
  const { all, network: ofOneNetwork, person: ofOnePerson } = mostRequestsAtOnce
  const underWay = new Map<FastifyRequest, Place>()
  const leave = (request: FastifyRequest): void => void underWay.delete(request)
  const taken = (counts: (place: Place) => boolean): number => [...underWay.values()].filter(counts).length
  const isFull = ({ network, requester }: Place): boolean =>
    underWay.size >= all ||
    taken((place) => place.network === network) >= ofOneNetwork ||
    taken((place) => place.requester === requester) >= (requester === null ? all / 2 : ofOnePerson)

  function enter(request: FastifyRequest, reply: FastifyReply, requester: Requester, done: () => void): void {
    if (!queriesDatabase(request)) return done()
    const place = { network: subnetOf(request.ip), requester }
    if (isFull(place)) return void refuse(reply.header('retry-after', RETRY_AFTER_S), crowded)
    if (!reply.raw.closed) underWay.set(request, place)
    done()
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => leave(request)) // answered or aborted
    enter(request, reply, sessionIdOf(request), done)
  })
  app.addHook('preParsing', (request, _reply, _body, done) => {
    leave(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.url === STREAM) return done()
    enter(request, reply, request.session?.userId ?? null, done)
  })
}

/** Of the pages, only an owner's looks up a session. */
function queriesDatabase({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') || OWNERS_PAGES.includes(url)
}

/** Everything from our own origin, nothing inline: scripts, styles, the captcha's worker, speech and recordings. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self' blob:",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Firebase's hosts for phone sign-in, only if configured and only on the two pages that load it. */
const FIREBASE_PAGES = new Set<string>([paths.phone, paths.firebaseTest])
const firebasePolicy = ({ authDomain, emulatorHost }: NonNullable<Config['firebase']>) => ({
  ...POLICY,
  'script-src': "'self' https://www.google.com https://www.gstatic.com https://apis.google.com",
  'connect-src': [
    "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com https://www.google.com",
    ...(emulatorHost === null ? [] : [`http://${emulatorHost}`]),
  ].join(' '),
  'frame-src': `https://www.google.com https://recaptcha.google.com https://${authDomain}`,
})

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin', // phone verification returns to the page that the visitor came from
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** On every response, 404s included. */
export function sendSecurityHeaders(app: FastifyInstance, headersOf: HeadersOf): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersOf(request.url))
    done()
  })
}

/** No cache keeps API responses. HSTS exactly when PUBLIC_URL is https. */
export function securityHeaders(config: Pick<Config, 'publicUrl' | 'firebase'>): HeadersOf {
  const https = config.publicUrl.startsWith('https:')
  const headers = (policy: Record<string, string>) => ({
    ...HEADERS,
    'content-security-policy': written(policy),
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  })
  const usual = headers(POLICY)
  const ofApi = { ...usual, 'cache-control': 'no-store' }
  const ofFirebasePages = config.firebase === null ? usual : headers(firebasePolicy(config.firebase))
  return (url) => {
    if (url.startsWith('/api/')) return ofApi
    return FIREBASE_PAGES.has(url.split('?', 1)[0] ?? '') ? ofFirebasePages : usual
  }
}

function written(policy: Record<string, string>): string {
  return Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

const STATUS_OF: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers malformed HTTP and requests that arrive too slowly on the socket, because there is no request object. */
export const answerClientErrors =
  (headersOf: HeadersOf) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = STATUS_OF[error.code ?? ''] ?? 400
    const body = JSON.stringify({ reason: 'invalid-input', message: fallbackMessage(400) } satisfies ApiError)
    const headers = {
      ...headersOf(''),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }

/** How long to keep idle connections while stopping, in ms. Node adds a second. */
const KEPT_AT_THE_END_MS = 1

/**
 * Closes connections that would hold up a stopping server: those that browsers open ahead, which Node takes for
 * requests in progress; kept-alive ones, once their last request is answered; and late requests, which Node no longer
 * times out once it stops.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  const underWay = new Map<Socket, IncomingMessage>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    underWay.set(request.socket, request)
    response.once('close', () => underWay.delete(request.socket))
  })
  app.addHook('preClose', (done) => {
    closing = true
    app.server.keepAliveTimeout = KEPT_AT_THE_END_MS
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    const late = setTimeout(() => {
      for (const socket of open) if (underWay.get(socket)?.complete !== true) socket.destroy()
    }, app.server.requestTimeout)
    app.server.once('close', () => clearTimeout(late))
    done()
  })
}
