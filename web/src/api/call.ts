import {
  fallbackMessage,
  FLAGS,
  genericReason,
  REASONS,
  type ApiError,
  type Reason,
} from '@reveille/contract/api-error'
import { endpoints, type EndpointName } from '@reveille/contract/endpoints'
import type * as z from 'zod/mini'
import { ApiFailure, UnreachableFailure } from './api-failure.ts'

type Endpoints = typeof endpoints
export type Answer<N extends EndpointName> = z.infer<Endpoints[N]['response']>
type BodyOf<N extends EndpointName> = Endpoints[N] extends { body: infer B extends z.core.$ZodType }
  ? z.input<B>
  : never

export type CallOptions<N extends EndpointName> = {
  /** The value of `:id` in the path. */
  id?: number
  query?: Record<string, string | number>
  body?: BodyOf<N>
  signal?: AbortSignal
}

/**
 * One request of the contract. Throws ApiFailure with the server's words, or those of the specification's section 8
 * when the response is not JSON, and UnreachableFailure when there was no response.
 */
export async function call<N extends EndpointName>(name: N, options: CallOptions<N> = {}): Promise<Answer<N>> {
  const { method, path } = endpoints[name]
  const response = await send(address(path, options), {
    method,
    credentials: 'same-origin',
    ...(options.signal && { signal: options.signal }),
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(options.body ?? {}),
    }),
  })
  const body = await jsonOf(response)
  if (!response.ok) throw failureOf(response.status, body)
  return body as Answer<N>
}

function address(path: string, { id, query }: { id?: number; query?: Record<string, string | number> }): string {
  const filled = path.replace(':id', String(id))
  if (query === undefined) return filled
  return `${filled}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
}

async function send(url: string, init: RequestInit & { method: string }): Promise<Response> {
  const offline = navigator.onLine === false
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new UnreachableFailure(init.method, offline, cause)
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/**
 * The reason and words of a refusal, whatever came with them: an open page may talk to another version of the server.
 */
export function failureOf(status: number, body: unknown): ApiFailure {
  const given = typeof body === 'object' && body !== null ? (body as Partial<ApiError>) : {}
  const message = typeof given.message === 'string' && given.message !== '' ? given.message : fallbackMessage(status)
  const reason = REASONS.find((known) => known === given.reason) ?? flagged(given) ?? genericReason(status)
  return new ApiFailure(status, reason, message, given.captchaCost)
}

/** The version before reasons sends only flags. */
function flagged(given: Partial<ApiError>): Reason | undefined {
  return REASONS.find((reason) => {
    const flag = FLAGS[reason]
    return flag !== undefined && given[flag] === true
  })
}
