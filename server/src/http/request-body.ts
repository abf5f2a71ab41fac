import type { FastifyInstance } from 'fastify'

/**
 * JSON and nothing else (S22): a form of another site can only send what has no parser here and is answered 415.
 * An empty body is none, because 'toggle' and 'logout' have nothing to say.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error') // refuses __proto__ and constructor.prototype
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
