import { ApiError } from '@reveille/contract/api-error'
import { LinkLook, LinkShown } from '@reveille/contract/sign-in'
import { findAccount } from '../../people/people.sql.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { limitRefusal, linkInvalid } from '../codes/refusals.http.ts'
import { findOpenLink } from './links.ts'

export const linkRoutes: Routes = (services) => (app, _options, done) => {
  // POST, although it changes nothing: the secret belongs in no address.
  app.post(
    '/api/auth/link',
    { config: { public: true, free: true }, schema: { body: LinkLook, response: { 200: LinkShown, '4xx': ApiError } } },
    async ({ body, ip }, reply) => {
      const found = await findOpenLink(services, { secret: body.link, ip })
      if (found.outcome === 'link-invalid') return refuse(reply, linkInvalid)
      if (found.outcome === 'too-many-requests') return refuse(reply, limitRefusal(found))
      const { kind, name, madeBy } = found.link
      const by = madeBy === null ? null : await findAccount(services.db, { id: madeBy })
      return { kind, name, by: by?.name ?? null }
    },
  )
  done()
}
