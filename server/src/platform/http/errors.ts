import { fallbackMessage, type ApiError } from '@reveille/contract/api-error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isPassing } from './transient-errors.ts'

/** A refusal as a verb's outcome is answered: the words, the flags and the status. */
export type Refusal = ApiError & { status: 400 | 401 | 403 | 404 | 409 | 429 | 503 }

export const notFound: Refusal = { status: 404, message: fallbackMessage(404) }
export const forbidden: Refusal = { status: 403, message: fallbackMessage(403) }

/** Answers a refusal; a wait also goes into Retry-After. */
export function refuse(reply: FastifyReply, { status, ...error }: Refusal) {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(status).send(error as never)
}

const RETRY_AFTER_S = 5
const UNAVAILABLE = 'We cannot do this just now. Please try again in a moment.'

/** Every error leaves as {message, requestId, …flags}; what surprised us is logged and says nothing about itself (S49). */
export function answerErrors(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    done(null, reply.statusCode < 400 ? payload : { ...(payload as object), requestId: request.id })
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, message } = answerTo(error)
    if (status === 503) void reply.header('retry-after', RETRY_AFTER_S)
    if (status >= 500) request.log.error({ error }, 'a request failed')
    return reply.code(status).send({ message })
  })
}

/** Answers an address that cannot be read: no hook and no route ever sees such a request. */
export const answerUnreadable =
  (headersOf: (url: string) => Record<string, string>) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const body = { message: fallbackMessage(400), requestId: request.id }
    void reply.headers(headersOf(request.url)).code(400).type('application/json').send(JSON.stringify(body))
  }

function answerTo(error: FastifyError): { status: number; message: string } {
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An id in the path that cannot be one names nothing.
    if (error.validationContext === 'params') return { status: 404, message: fallbackMessage(404) }
    return { status: 400, message: error.validation[0]?.message ?? fallbackMessage(400) }
  }
  if (error.code === NOT_TEXT) return { status: 400, message: fallbackMessage(400) }
  if (isPassing(error)) return { status: 503, message: UNAVAILABLE }
  const status = error.statusCode ?? 500
  if (status < 400 || status >= 500) return { status: 500, message: fallbackMessage(500) }
  return { status, message: REFUSED_BODIES[error.code] ?? fallbackMessage(status) }
}

/** PostgreSQL keeps no NUL and no broken letters: such a text names nothing that we have. */
const NOT_TEXT = '22021'

/** What Fastify itself refuses before a route sees it, in our words. */
const REFUSED_BODIES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Please send JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
}
