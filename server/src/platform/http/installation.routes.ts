import type { CallableCountry } from '@reveille/contract/client-config'
import { DAY_MS } from '@reveille/core/time/duration'
import { zonesOfCountry } from '@reveille/core/time/time-zone'
import type { Services } from '../services.ts'
import { type Routes, serve } from './routes.ts'

type Needs = Services & { phoneNumbers: { countries: CallableCountry[] }; contactEmail: () => Promise<string> }

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_MS = 180 * DAY_MS

/** What pages need to know about this installation, and the address for reporting its vulnerabilities (RFC 9116). */
export const installationRoutes: Routes<Needs> = (app, { config, clock, phoneNumbers, contactEmail }) => {
  const countries = phoneNumbers.countries.map((country) => ({ ...country, zones: zonesOfCountry(country.code) }))
  serve(app, 'clientConfig', { public: true }, async () => ({
    contactEmail: await contactEmail(),
    callerNumber: config.carrier.callerNumbers[0],
    texts: config.texts,
    countries,
    firebase: config.firebase,
  }))

  const address = '/.well-known/security.txt'
  app.get(address, { config: { public: true }, schema: { hide: true } }, async (_request, reply) => {
    // By the day, so that caches and readers see one text all day.
    const today = Math.floor(clock.now() / DAY_MS) * DAY_MS
    const lines = [
      `Contact: mailto:${await contactEmail()}`,
      `Expires: ${new Date(today + GOOD_FOR_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}${address}`,
    ]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
