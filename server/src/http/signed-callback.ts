import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Callback } from '../ports/carrier.ts'

const Form = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** A request of the carrier as its signature is checked over it; null when it is no form at all. */
export function signedCallback(request: FastifyRequest): Callback | null {
  const form = Form.safeParse(request.body ?? {})
  if (!form.success) return null
  return { pathAndQuery: request.raw.url ?? request.url, form: form.data, headers: request.headers }
}
