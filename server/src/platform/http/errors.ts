import { fallbackMessage, FLAGS, genericReason, INPUT_REASONS, type ApiError } from '@reveille/contract/api-error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { DatabaseUnavailableError } from '../database/database-unavailable.ts'

/** A verb's refusal as an HTTP response. */
export type Refusal = Pick<ApiError, 'reason' | 'message' | 'retryAfterSeconds' | 'captchaCost'> & {
  status: 400 | 401 | 403 | 404 | 409 | 416 | 429 | 503
}

export const refusal = (status: Refusal['status'], reason: Refusal['reason'], message: string): Refusal => ({
  status,
  reason,
  message,
})
export const notFound = refusal(404, 'not-found', fallbackMessage(404))
export const forbidden = refusal(403, 'forbidden', fallbackMessage(403))

/** A wait also goes into Retry-After. */
export function refuse(reply: FastifyReply, { status, ...body }: Refusal) {
  if (body.retryAfterSeconds !== undefined) reply.header('retry-after', body.retryAfterSeconds)
  const flag = FLAGS[body.reason]
  return reply.code(status).send({ ...body, ...(flag && { [flag]: true }) } as never)
}

const RETRY_AFTER_S = 5
const UNAVAILABLE = "We can't do this right now. Please try again in a moment."

/** Every error leaves as {reason, message, requestId, …flags}. The details of an unexpected one stay in the log. */
export function answerErrors(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, done) => {
    done(null, reply.statusCode < 400 ? payload : { ...(payload as object), requestId: request.id })
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, ...body } = answerTo(error)
    if (status === 503) void reply.header('retry-after', RETRY_AFTER_S)
    if (status >= 500) request.log.error({ error }, 'request failed')
    return reply.code(status).send(body)
  })
}

/** The headers of the response to this URL, shared with other responses. */
export type HeadersOf = (url: string) => Readonly<Record<string, string>>

/** Answers a URL that can't be parsed, which no hook or route ever sees. */
export const answerUnreadable =
  (headersOf: HeadersOf) =>
  (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const body: ApiError = { reason: 'invalid-input', message: fallbackMessage(400), requestId: request.id }
    void reply.headers(headersOf(request.url)).code(400).type('application/json').send(JSON.stringify(body))
  }

function answerTo(error: FastifyError): ApiError & { status: number } {
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An id that can't exist names nothing.
    if (error.validationContext === 'params') return notFound
    const [fault] = error.validation
    const reason = INPUT_REASONS[fault?.schemaPath ?? ''] ?? 'invalid-input'
    return { status: 400, reason, message: fault?.message ?? fallbackMessage(400) }
  }
  if (error.code === NOT_TEXT) return { status: 400, reason: 'invalid-input', message: fallbackMessage(400) }
  if (error instanceof DatabaseUnavailableError) return { status: 503, reason: 'unavailable', message: UNAVAILABLE }
  const asked = error.statusCode ?? 500
  const status = asked < 400 || asked >= 500 ? 500 : asked
  return { status, reason: genericReason(status), message: REFUSED_BODIES[error.code] ?? fallbackMessage(status) }
}

/** PostgreSQL's code for NUL and lone surrogates, which it can't store: the client's mistake, not ours. */
const NOT_TEXT = '22021'

/** What Fastify refuses before a route runs. */
const REFUSED_BODIES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Please send JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: "The body isn't valid JSON.",
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
}
