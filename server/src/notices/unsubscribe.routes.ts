import formbody from '@fastify/formbody'
import * as z from 'zod/mini'
import { notFound, refuse } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import { unsubscribe } from './unsubscribe.ts'

const ByToken = z.object({ token: z.string().check(z.maxLength(128)) })
const hidden = { config: { public: true }, schema: { params: ByToken, hide: true } }

/** A mail program's unsubscribe button: it posts, signed in or not, with a token that we signed (RFC 8058). */
export const unsubscribeRoutes: Routes = (services) => (app, _options, done) => {
  void app.register(formbody)

  app.post('/callbacks/unsubscribe/:token', hidden, async ({ params }, reply) =>
    (await unsubscribe(services, params.token)) ? { message: 'Done.' } : refuse(reply, notFound),
  )

  // Opened as a link it leads to the choices; following a link changes nothing (S22).
  app.get('/callbacks/unsubscribe/:token', hidden, (_request, reply) => reply.redirect('/account#mails', 302))
  done()
}
