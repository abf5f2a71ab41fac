import { ClientConfig } from '@reveille/contract/client-config'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import type { Services } from '../ports/services.ts'

/** What a page needs to know of this installation, signed in or not. */
export const clientConfigRoutes =
  ({ config, carrier }: Services): FastifyPluginCallbackZod =>
  (app, _options, done) => {
    app.get('/api/config', { config: { public: true }, schema: { response: { 200: ClientConfig } } }, () => ({
      contactEmail: config.contactEmail,
      callerNumber: carrier.callerNumber,
      firebase: config.firebase,
    }))
    done()
  }
