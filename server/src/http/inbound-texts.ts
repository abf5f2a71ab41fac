import formbody from '@fastify/formbody'
import type { Routes } from './routes.ts'
import { answerText } from '../use-cases/answer-text.ts'
import { signedCallback } from './signed-callback.ts'
import { forbidden, refuse } from './errors.ts'

/** Texts that people send to our number (CALL-9); signed by the carrier like every callback. */
export const inboundTextRoutes: Routes = (services) => (app, _options, done) => {
  void app.register(formbody)
  app.post('/callbacks/text', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    const callback = signedCallback(request)
    const text = callback === null ? null : services.carrier.readText(callback)
    if (text === null) return refuse(reply, forbidden)
    const { contentType, body } = services.carrier.renderReply(await answerText(services, text))
    return reply.type(contentType).send(body)
  })
  done()
}
