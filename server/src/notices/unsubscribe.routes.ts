import formbody from '@fastify/formbody'
import * as z from 'zod/mini'
import { notFound, refuse } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import { unsubscribe } from './unsubscribe.ts'

const ByToken = z.object({ token: z.string().check(z.maxLength(128)) })
const hidden = { config: { public: true }, schema: { params: ByToken, hide: true } }

/** The button for no more such mails in a mail program: it posts, signed in or not; its token is signed by us (RFC 8058). */
export const unsubscribeRoutes: Routes = (services) => (app, _options, done) => {
  void app.register(formbody)

  app.post('/callbacks/unsubscribe/:token', hidden, async ({ params }, reply) =>
    (await unsubscribe(services, params.token)) ? { message: 'Done.' } : refuse(reply, notFound),
  )

  // A person who opens the address chooses for themselves; following a link changes nothing (S22).
  app.get('/callbacks/unsubscribe/:token', hidden, (_request, reply) => reply.redirect('/account#mails', 302))
  done()
}
