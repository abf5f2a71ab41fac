import type { CallableCountry } from '@reveille/contract/client-config'
import { zonesOfCountry } from '@reveille/core/time/time-zone'
import type { Services } from '../services.ts'
import { type Routes, serve } from './routes.ts'

export const clientConfigRoutes: Routes<
  Services & { phoneNumbers: { countries: CallableCountry[] }; contactEmail: () => Promise<string> }
> = (app, { config, phoneNumbers, contactEmail }) => {
  const countries = phoneNumbers.countries.map((country) => ({ ...country, zones: zonesOfCountry(country.code) }))
  serve(app, 'clientConfig', { public: true }, async () => ({
    contactEmail: await contactEmail(),
    callerNumber: config.carrier.callerNumbers[0],
    texts: config.texts,
    countries,
    firebase: config.firebase,
  }))
}
