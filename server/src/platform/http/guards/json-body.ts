import type { FastifyInstance } from 'fastify'

/** The one character that no text of the database can hold; escaped, as JSON has it. */
const NULL_CHARACTER = '\\u0000'

/**
 * JSON and nothing else (S22): a form of another site can only send what has no parser here and is answered 415.
 * An empty body is none, because 'toggle' and 'logout' have nothing to say.
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

/** Dropped wherever it stands, as anything else that cannot be seen is dropped when it is spoken. */
function withoutNull(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  if (Array.isArray(value)) return value.map(withoutNull)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutNull(inner)]))
}
