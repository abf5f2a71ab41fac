import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

/** `retryAfterS`: for 429. */
export type Refusal = { status: number; code: number; message: string; retryAfterS?: number }

export function refuse(reply: FastifyReply, { status, code, message, retryAfterS }: Refusal): FastifyReply {
  if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS))
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return reply.code(status).send({ code, message, more_info, status })
}

export const notFound = (path: string): Refusal => ({
  status: 404,
  code: 20404,
  message: `The requested resource ${path} was not found`,
})

export const notSupported = (what: string): Refusal => ({
  status: 501,
  code: 20501,
  message: `The phone sandbox does not pretend to know ${what}. Twilio does: see DIFFERENCES.md`,
})

/** The carrier has error codes of its own for fields that are often missing or wrong. */
export type FieldCodes = Record<string, { missing?: number; wrong: number }>

/** The fields of a body or query as they arrived. */
export type Form = Record<string, unknown>

/** The carrier reports only the first error in a form. */
export function refusalOf(error: z.ZodError, form: Form, codes: FieldCodes = {}): Refusal {
  const issue = error.issues[0]
  if (issue?.code === 'unrecognized_keys') return invalid(20001, `Unknown parameters: ${issue.keys.join(', ')}`)
  const field = String(issue?.path[0] ?? '')
  const known = codes[field]
  if (form[field] === undefined) return invalid(known?.missing ?? known?.wrong ?? 20001, `'${field}' is required`)
  return invalid(known?.wrong ?? 20001, `The '${field}' parameter is not valid: ${issue?.message ?? ''}`)
}

export const invalid = (code: number, message: string): Refusal => ({ status: 400, code, message })
