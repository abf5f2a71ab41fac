import { DAY_MS } from '@reveille/core/time/duration'
import type { Services } from '../services.ts'
import type { Routes } from './routes.ts'

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_MS = 180 * DAY_MS

/** The address for reporting a vulnerability of this installation (RFC 9116). */
export const securityContactRoutes: Routes<Services & { contactEmail: () => Promise<string> }> = (
  app,
  { config, clock, contactEmail },
) => {
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
