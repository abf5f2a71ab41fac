import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { forbidden, refuse } from '../platform/http/errors.ts'
import type { Services } from '../platform/services.ts'
import type { Callback, WithCarrier } from './carrier.ts'

/** The carrier sends a third as many at most; sorting and signing thousands of short ones would take milliseconds. */
const MOST_FIELDS = 256

const Form = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** A route for the carrier, whose status callbacks have some thirty short fields. */
export const CALLBACK = { config: { public: true }, bodyLimit: 8 * 1024 }

/**
 * Lets these routes parse forms, which the API never does. A request without a signature is refused before its body is
 * read: callbacks are never shed in an overload, so a forged one must cost next to nothing (S57).
 */
export function takeSignedForms(app: FastifyInstance, services: Services & WithCarrier): void {
  void app.register(formbody)
  app.addHook('onRequest', (request, reply, done) => {
    if (services.carrier.bearsSignature(request.headers)) return done()
    void refuse(reply, forbidden)
  })
}

/** The parts of a carrier's request that its signature covers; null when it is no form. */
export function signedCallback(request: FastifyRequest): Callback | null {
  const body = request.body ?? {}
  if (Object.keys(body).length > MOST_FIELDS) return null
  const form = Form.safeParse(body)
  if (!form.success) return null
  return { pathAndQuery: request.raw.url ?? request.url, form: form.data, headers: request.headers }
}
