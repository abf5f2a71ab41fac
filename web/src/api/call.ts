import { type ApiError, fallbackMessage, genericReason, type Reason, REASONS } from '@reveille/contract/api-error'
import { type EndpointName, endpoints } from '@reveille/contract/endpoints'
import type * as z from 'zod/mini'
import { counter, hearDate } from '../browser/clock.ts'
import { isOnline } from '../browser/features.ts'
import { ApiRequestError, GatewayError, troubleOf, UnreachableError } from './api-failure.ts'
import { heard, unheard } from './contact.ts'

type Endpoints = typeof endpoints
type Answer<N extends EndpointName> = z.infer<Endpoints[N]['response']>
type BodyOf<N extends EndpointName> = Endpoints[N] extends { body: infer B extends z.core.$ZodType }
  ? z.input<B>
  : never

export type CallOptions<N extends EndpointName> = {
  /** The value of `:id` in the path. */
  id?: number
  query?: Record<string, string | number>
  body?: BodyOf<N>
  /** The version that a write changes (If-Match): refused if there is a newer one. */
  version?: number | undefined
  signal?: AbortSignal
}

/**
 * One request of the contract. Throws ApiRequestError with the server's words, or those of the specification's section 8
 * when the response is not JSON, and UnreachableError without a response, or when something else answered, such as a proxy.
 */
export async function call<N extends EndpointName>(name: N, options: CallOptions<N> = {}): Promise<Answer<N>> {
  try {
    const answer = await ask(name, options)
    heard()
    return answer
  } catch (error) {
    const trouble = endpoints[name].method === 'GET' ? troubleOf(error) : null
    if (trouble !== null) unheard({ failing: trouble === 'failing' })
    throw error
  }
}

async function ask<N extends EndpointName>(name: N, options: CallOptions<N>): Promise<Answer<N>> {
  const { method, path } = endpoints[name]
  const { ok, status, body } = await send(address(path, options), {
    method,
    ...(options.signal && { signal: options.signal }),
    ...(method !== 'GET' && {
      headers: {
        'content-type': 'application/json',
        ...(options.version !== undefined && { 'if-match': `"${options.version}"` }),
      },
      body: JSON.stringify(options.body ?? {}),
    }),
  })
  if (!ok) throw failureOf(status, body)
  // A captive portal's page, or a truncated response.
  if (body === undefined) throw new UnreachableError(method, false)
  return body as Answer<N>
}

function address(path: string, { id, query }: { id?: number; query?: Record<string, string | number> }): string {
  const filled = path.replace(':id', String(id))
  if (query === undefined) return filled
  return `${filled}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
}

type Received = { ok: boolean; status: number; body: unknown }

async function send(url: string, init: RequestInit & { method: string }): Promise<Received> {
  const offline = !isOnline()
  try {
    return await (init.method === 'GET' ? inTime : receive)(url, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new UnreachableError(init.method, offline, cause)
  }
}

async function receive(url: string, init: RequestInit): Promise<Received> {
  const askedAt = counter()
  const response = await fetch(url, init)
  const answeredAt = counter()
  const body: unknown = await response.json().catch(() => undefined)
  init.signal?.throwIfAborted() // an aborted caller gets no error message
  if (isOurs(response.ok, body)) hearDate(response.headers.get('date'), askedAt, answeredAt)
  return { ok: response.ok, status: response.status, body }
}

/** Proxies and captive portals have clocks of their own, so only our server's Date counts. */
const isOurs = (ok: boolean, body: unknown): boolean => (ok ? body : reasonIn(body)) !== undefined

const reasonIn = (body: unknown): Reason | undefined =>
  REASONS.find((known) => known === (body as Partial<ApiError> | null | undefined)?.reason)

/** Reads time out, because a hung server never answers. Writes have no timeout. */
async function inTime(url: string, init: RequestInit): Promise<Received> {
  const request = abortWith(init.signal)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, PATIENCE_MS)
  })
  return Promise.race([receive(url, { ...init, signal: request.signal }), late]).finally(() => {
    clearTimeout(timer)
    request.abort() // otherwise polls pile up
  })
}

const PATIENCE_MS = 30_000

/** Reads only reason and message: an open page may talk to a newer or older server. */
export function failureOf(status: number, body: unknown): ApiRequestError {
  const given = (body ?? {}) as Partial<ApiError>
  const message = typeof given.message === 'string' && given.message !== '' ? given.message : fallbackMessage(status)
  const reason = reasonIn(given) ?? genericReason(status)
  const Failure = GATEWAY.has(status) && typeof given.reason !== 'string' ? GatewayError : ApiRequestError
  return new Failure(status, reason, message, given.captchaCost)
}

/** Statuses of a proxy whose server is down; our own responses with these carry a reason. */
const GATEWAY = new Set([502, 503, 504])

/** Aborts a request, also when `signal` does. Browsers still in use lack `AbortSignal.any`. */
function abortWith(signal: AbortSignal | null | undefined): AbortController {
  const own = new AbortController()
  const follow = () => own.abort()
  if (signal?.aborted) follow()
  signal?.addEventListener('abort', follow, { signal: own.signal })
  return own
}
