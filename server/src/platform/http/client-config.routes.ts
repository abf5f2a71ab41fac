import { ClientConfig, type CallableCountry } from '@reveille/contract/client-config'
import { zonesOfCountry } from '@reveille/core/time/time-zone'
import type { Services } from '../services.ts'
import type { Routes } from './routes.ts'

/** What pages need to know about this installation, signed in or not. */
export const clientConfigRoutes: Routes<
  Services & { phoneNumbers: { countries: CallableCountry[] }; contactEmail: () => Promise<string> }
> =
  ({ config, phoneNumbers, contactEmail }) =>
  (app, _options, done) => {
    const countries = phoneNumbers.countries.map((country) => ({ ...country, zones: zonesOfCountry(country.code) }))
    app.get('/api/config', { config: { public: true }, schema: { response: { 200: ClientConfig } } }, async () => ({
      contactEmail: await contactEmail(),
      callerNumber: config.carrier.callerNumbers[0],
      texts: config.texts,
      countries,
      firebase: config.firebase,
    }))
    done()
  }
