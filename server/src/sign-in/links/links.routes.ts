import { findAccount } from '../../people/people.sql.ts'
import { refuse } from '../../platform/http/errors.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import { limitRefusal, linkInvalid, PHONE_RINGS } from '../codes/refusals.http.ts'
import { callForLink } from '../codes/request-code.ts'
import { browserOf } from '../cookies.http.ts'
import { findOpenLink, linkTakes } from './links.ts'

export const linkRoutes: Routes = (app, services) => {
  // POST, although it changes nothing: a URL must not contain the secret.
  serve(app, 'lookAtLink', { public: true, free: true }, async ({ body, ip }, reply) => {
    const found = await findOpenLink(services, { secret: body.link, ip })
    if (found.outcome === 'link-invalid') return refuse(reply, linkInvalid)
    if (found.outcome === 'too-many-requests') return refuse(reply, limitRefusal(found))
    const { kind, name, madeBy } = found.link
    const by = madeBy === null ? null : await findAccount(services.db, { id: madeBy })
    const { takes, person } = await linkTakes(services, services.db, found.link)
    return { kind, name: person?.name ?? name, by: by?.name ?? null, takes }
  })

  serve(app, 'linkCode', { public: true }, async (request, reply) => {
    const browserHash = browserOf(request, reply, services.config)
    const requested = await callForLink(services, { secret: request.body.link, ip: request.ip, browserHash })
    if (requested.outcome === 'link-invalid') return refuse(reply, linkInvalid)
    return requested.outcome === 'sent' ? { message: PHONE_RINGS } : refuse(reply, limitRefusal(requested))
  })
}
