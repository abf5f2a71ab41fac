import formbody from '@fastify/formbody'
import type { CarrierId } from '@reveille/core/calls/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { forbidden, refuse } from '../platform/http/errors.ts'
import type { Services } from '../platform/services.ts'
import { type Callback, type Carrier, carrierOf, type WithCarrier } from './carrier.ts'

/** The carrier sends at most a third of this. Sorting and signing thousands of short fields would take milliseconds. */
const MOST_FIELDS = 256

/** A callback's address names its carrier, because only that one's key may sign it. This is the second's. */
export const BY_SECOND = '/carriers/2'

/** One route serves the callbacks of both. */
export const withoutCarrier = (url: string): string =>
  url.startsWith(`${BY_SECOND}/callbacks/`) ? url.slice(BY_SECOND.length) : url

const Form = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** Options of a callback route. Status callbacks have some thirty short fields. */
export const CALLBACK = { config: { public: true }, bodyLimit: 8 * 1024 }

/**
 * Lets these routes parse forms, which the API never does. Rejects a request without a signature before reading its
 * body: callbacks are never shed in an overload, so a forged one must be cheap.
 */
export function takeSignedForms(app: FastifyInstance, services: Services & WithCarrier): void {
  void app.register(formbody)
  app.addHook('onRequest', (request, reply, done) => {
    if (services.carrier.bearsSignature(request.headers)) return done()
    void refuse(reply, forbidden)
  })
}

/** What the carrier's signature covers; null if the request isn't a form. */
export function signedCallback(request: FastifyRequest): Callback | null {
  const body = request.body ?? {}
  if (Object.keys(body).length > MOST_FIELDS) return null
  const form = Form.safeParse(body)
  if (!form.success) return null
  return { pathAndQuery: request.raw.url ?? request.url, form: form.data, headers: request.headers }
}

export type CallbackOf = { from: CarrierId; carrier: Carrier; callback: Callback }

/** A callback, and the carrier to whose address it came; null if it isn't a form, or there is no such carrier. */
export function callbackOf(services: WithCarrier, request: FastifyRequest): CallbackOf | null {
  const from = request.originalUrl.startsWith(`${BY_SECOND}/`) ? 2 : 1
  const callback = from === 2 && services.secondCarrier === null ? null : signedCallback(request)
  return callback && { from, carrier: carrierOf(services, from), callback }
}
