import { fallbackMessage } from '@reveille/contract/api-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { findSession, type Session } from './sessions.sql.ts'
import type { Services } from '../platform/services.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import { refuse, type Refusal } from '../platform/http/errors.ts'
import { markSessionUsed } from './sessions.ts'
import { isFresh } from './prove-session.ts'

const SESSION_COOKIE = 'connect.sid'
/** AUTH-6: tells scripts that there is a session and is no proof of one; the server never reads it. */
const COMPANION_COOKIE = 'reveille_session'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** Answers visitors too. */
    public?: boolean
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    /** Null for a visitor. */
    session: (Session & { idHash: string }) | null
    /** The signed-in person; a route that is not public always has one. */
    userId: number
  }
}

/** Reads the session of every request to the API and turns visitors away from what is not public (401). */
export function recognizeSessions(app: FastifyInstance, services: Services): void {
  app.decorateRequest('session', null)
  app.decorateRequest('userId', {
    getter(this: FastifyRequest) {
      if (this.session === null) throw new Error('a public route asked who is signed in')
      return this.session.userId
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions
    if (!url?.startsWith('/api/')) return
    request.session = await sessionOf(request, services)
    if (request.session === null && !config.public) return requireSignIn(request, reply)
  })
}

/** The session that a request claims, a secret that nobody has looked up yet; null without one. */
export function sessionIdOf({ cookies }: FastifyRequest): string | null {
  return cookies[SESSION_COOKIE] || null
}

async function sessionOf(request: FastifyRequest, services: Services) {
  const id = sessionIdOf(request)
  if (id === null) return null
  const idHash = hashOfSecret(id)
  const session = await findSession(services.db, idHash, services.clock.now())
  if (session === null) return null
  await markSessionUsed(services, idHash, session)
  return { ...session, idHash }
}

function requireSignIn(request: FastifyRequest, reply: FastifyReply) {
  request.log.info({ route: request.routeOptions.url }, 'turned a visitor away')
  return refuse(reply, { status: 401, requiresAuth: true, message: fallbackMessage(401) })
}

type CookieOwner = Pick<Config, 'publicUrl'>

/** AUTH-6 and E3: no Domain, so no wider than this host. `maxAgeS` null: the cookie ends with the browser. */
export function setSessionCookies(reply: FastifyReply, config: CookieOwner, id: string, maxAgeS: number | null): void {
  const lifetime = maxAgeS === null ? {} : { maxAge: maxAgeS }
  reply.setCookie(SESSION_COOKIE, id, { ...cookieOptions(config), httpOnly: true, ...lifetime })
  reply.setCookie(COMPANION_COOKIE, '1', { ...cookieOptions(config), ...lifetime })
}

/** Of this browser; the session itself is ended by its use case. */
export function clearSessionCookies(reply: FastifyReply, config: CookieOwner): void {
  reply.clearCookie(SESSION_COOKIE, { ...cookieOptions(config), httpOnly: true })
  reply.clearCookie(COMPANION_COOKIE, cookieOptions(config))
}

/** Secure exactly when the product is reached by https. */
export function cookieOptions({ publicUrl }: CookieOwner) {
  return { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
}

/** Whether the person behind this request signed in, or proved by a code who they are, a moment ago (S21, S45). */
export function isProven({ clock }: Services, { session }: FastifyRequest): boolean {
  return session !== null && isFresh(session, clock.now())
}

export const staleRefusal: Refusal = {
  status: 403,
  freshCodeRequired: true,
  message: 'Please confirm with a code that it is you: your sign-in was a while ago.',
}
