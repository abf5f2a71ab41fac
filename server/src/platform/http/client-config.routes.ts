import { ClientConfig } from '@reveille/contract/client-config'
import type { Routes } from './routes.ts'

/** What a page needs to know of this installation, signed in or not. */
export const clientConfigRoutes: Routes =
  ({ config }) =>
  (app, _options, done) => {
    app.get('/api/config', { config: { public: true }, schema: { response: { 200: ClientConfig } } }, () => ({
      contactEmail: config.contactEmail,
      callerNumber: config.carrier.callerNumber,
      firebase: config.firebase,
    }))
    done()
  }
