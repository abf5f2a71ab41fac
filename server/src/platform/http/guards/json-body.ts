import type { FastifyInstance } from 'fastify'

/** NUL, the one character that no text of the database can hold, as JSON escapes it. */
const NULL_CHARACTER = '\\u0000'

/**
 * JSON and nothing else (S22): another site's form can only send types without a parser here, answered 415. An empty
 * body counts as none, because 'toggle' and 'logout' send nothing.
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

/** Dropped everywhere, like other invisible characters when a text is spoken. */
function withoutNull(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  if (Array.isArray(value)) return value.map(withoutNull)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutNull(inner)]))
}
