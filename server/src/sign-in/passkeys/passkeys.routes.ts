import { askedFrom } from '../../platform/audit/account-events.sql.ts'
import { notFound, refuse } from '../../platform/http/errors.ts'
import { iso, isoOrNull } from '../../platform/http/local-moment.ts'
import { type Routes, serve } from '../../platform/http/routes.ts'
import type { Services } from '../../platform/services.ts'
import { browserOf, setSessionCookies } from '../cookies.http.ts'
import { blockedRefusal, isProven, staleRefusal, visitorOf } from '../session.http.ts'
import { signInWithPasskey } from '../sign-in.ts'
import { listPasskeys } from './passkeys.sql.ts'
import { addPasskey, askForNewPasskey, askForPasskey, passkeyHost, removePasskey } from './passkeys.ts'
import { identityRefusal, noPasskeysHere, passkeyRefusals } from './refusals.http.ts'

export const passkeyRoutes: Routes = (app, services) => {
  serve(app, 'askForPasskey', { public: true }, async (request, reply) => {
    const browserHash = browserOf(request, reply, services.config)
    return (await askForPasskey(services, { purpose: 'sign-in', browserHash })) ?? refuse(reply, noPasskeysHere)
  })

  serve(app, 'passkeyLogin', { public: true }, async (request, reply) => {
    const { passkey, rememberMe } = request.body
    const attempt = { passkey, rememberMe, ...visitorOf(request, reply, services) }
    const result = await signInWithPasskey(services, attempt)
    if (result.outcome === 'signed-in') {
      setSessionCookies(reply, services.config, result.session.id, result.session.cookieAgeS)
      return { user: result.account }
    }
    request.log.info({ reason: result.outcome }, 'sign-in failed')
    return refuse(reply, result.outcome === 'blocked' ? blockedRefusal : identityRefusal(result))
  })

  serve(app, 'listPasskeys', ({ userId }) => passkeysOf(services, userId))

  serve(app, 'newPasskey', async (request, reply) => {
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    const asked = { userId: request.userId, browserHash: browserOf(request, reply, services.config) }
    return (await askForNewPasskey(services, asked)) ?? refuse(reply, noPasskeysHere)
  })

  serve(app, 'addPasskey', async (request, reply) => {
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    const { userId } = request
    const adding = { userId, browserHash: browserOf(request, reply, services.config), from: askedFrom(request) }
    const added = await addPasskey(services, adding, request.body)
    return added === 'added' ? passkeysOf(services, userId) : refuse(reply, passkeyRefusals[added])
  })

  serve(app, 'removePasskey', async (request, reply) => {
    const { userId, params } = request
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    const isRemoved = await removePasskey(services, { userId, id: params.id, from: askedFrom(request) })
    return isRemoved ? passkeysOf(services, userId) : refuse(reply, notFound)
  })

  serve(app, 'askOwnPasskey', async (request, reply) => {
    const { userId, body } = request
    const browserHash = browserOf(request, reply, services.config)
    const asked = { purpose: `${body.purpose}:${userId}`, browserHash } as const
    return (await askForPasskey(services, asked, userId)) ?? refuse(reply, noPasskeysHere)
  })
}

async function passkeysOf({ config, db }: Services, userId: number) {
  const passkeys = await listPasskeys(db, userId)
  return passkeys.map(({ id, name, addedAt, lastUsedAt, host }) => {
    return { id, name, addedAt: iso(addedAt), lastUsedAt: isoOrNull(lastUsedAt), usable: host === passkeyHost(config) }
  })
}
