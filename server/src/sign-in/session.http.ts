import { fallbackMessage } from '@reveille/contract/api-error'
import { DAY_MS } from '@reveille/core/time/duration'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findAccount } from '../people/people.sql.ts'
import { refuse, refusal } from '../platform/http/errors.ts'
import { payForChange, usedUpRefusal } from '../platform/limits/used-up.http.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import type { AccountAsker } from './codes/request-code.ts'
import { browserOf, sessionIdOf } from './cookies.http.ts'
import { findSession, type Session } from './sessions.sql.ts'
import { isFresh, markSessionUsed, provenAtOf } from './sessions.ts'

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** Also answers visitors. */
    public?: boolean
    /**
     * Doesn't charge the person up front: it adds no rows, stops or confirms a call, withdraws something or ends a
     * session. If it can do more, the route charges for it.
     */
    free?: boolean
    /** Takes a person's token instead of a session. */
    token?: boolean
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyRequest {
    session: (Session & { idHash: string }) | null
    /** The signed-in person; throws on a public route without one. */
    userId: number
  }
}

/** Looks up the session of every API request, and refuses visitors with 401 where one is needed. */
export function recognizeSessions(app: FastifyInstance, services: Services): void {
  app.decorateRequest('session', null)
  app.decorateRequest('userId', {
    getter(this: FastifyRequest) {
      if (this.session === null) throw new Error('a public route used userId without a session')
      return this.session.userId
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    const { url, config } = request.routeOptions
    if (!url?.startsWith('/api/')) return
    request.session = await sessionOf(request, services)
    if (request.session === null) return config.public ? undefined : requireSignIn(request, reply)
    request.aboutAccount = `id ${request.session.userId}`
    if (request.method === 'GET' || request.method === 'HEAD' || config.free) return
    const usedUp = await payForChange(services, request.session.userId)
    if (usedUp !== null) return refuse(reply, usedUpRefusal(usedUp))
  })
}

export async function sessionOf(request: FastifyRequest, services: Services) {
  const id = sessionIdOf(request)
  if (id === null) return null
  const idHash = hashOfSecret(id)
  const session = await findSession(services.db, idHash, services.clock.now())
  if (session === null) return null
  await markSessionUsed(services, idHash, session)
  return { ...session, idHash }
}

function requireSignIn(request: FastifyRequest, reply: FastifyReply) {
  request.log.info({ route: request.routeOptions.url }, 'rejected unauthenticated request')
  return refuse(reply, refusal(401, 'sign-in-required', fallbackMessage(401)))
}

/** Whether this request's person recently signed in or proved their identity with a code. */
export function isProven({ clock }: Services, { session }: FastifyRequest): boolean {
  return session !== null && isFresh(session, clock.now())
}

/** For what an owner does to others: their session may be a day old. */
export function isProvenToday({ clock }: Services, { session }: FastifyRequest): boolean {
  return session !== null && clock.now() - provenAtOf(session) < DAY_MS
}

export const staleRefusal = refusal(
  403,
  'fresh-code-required',
  "It's been a while since you signed in. Please confirm it's you.",
)

/** A recent sign-in or a code: an old session alone must not move calls. A first number needs neither. */
export function proofForChange(services: Services) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isProven(services, request)) return undefined
    const account = await findAccount(services.db, { id: request.userId })
    return account?.phone == null ? undefined : refuse(reply, staleRefusal)
  }
}

export const blockedRefusal = refusal(403, 'forbidden', 'An owner of this Reveille has blocked this account.')

export function visitorOf(request: FastifyRequest, reply: FastifyReply, { config }: Services) {
  return {
    browserHash: browserOf(request, reply, config),
    browser: request.headers['user-agent'] ?? '',
    oldSession: request.session?.idHash ?? null,
    ip: request.ip,
  }
}

export const MAIL_SENT = { message: 'Please check your email for a verification code.' }

export function askerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Services,
  captcha: string | undefined,
): AccountAsker {
  return { userId: request.userId, browserHash: browserOf(request, reply, config), ip: request.ip, captcha }
}
