import { ApiError, Done } from '@reveille/contract/api-error'
import {
  AuthState,
  EmailCodeRequest,
  EmailCodeSent,
  LinkLogin,
  Login,
  SignedIn,
  SignedInSessions,
  SignUp,
} from '@reveille/contract/sign-in'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOwner } from '../people/owners.sql.ts'
import { findAccount } from '../people/people.sql.ts'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { refuse, type Refusal } from '../platform/http/errors.ts'
import { iso } from '../platform/http/local-moment.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from './captcha/captcha.ts'
import type { TooMany } from './codes/email-code-limits.ts'
import { codeRefusals, limitRefusal, linkInvalid } from './codes/refusals.http.ts'
import { requestEmailCode } from './codes/request-code.ts'
import type { CodeRefused } from './codes/with-code.ts'
import { browserOf, clearSessionCookies, setSessionCookies } from './cookies.http.ts'
import type { LinkInvalid } from './links/links.ts'
import { blockedRefusal, MAIL_SENT, visitorOf } from './session.http.ts'
import { listSessions } from './sessions.sql.ts'
import { endOtherSessions, signOut } from './sessions.ts'
import {
  signIn,
  signInWithLink,
  signUp,
  type Blocked,
  type RefusedAlike,
  type SignedIn as SignInDone,
} from './sign-in.ts'

const PUBLIC = { config: { public: true } }

export const authRoutes: Routes<Services & WithCaptcha> = (services) => (app, _options, done) => {
  app.get('/api/auth/check', { ...PUBLIC, schema: { response: { 200: AuthState } } }, async ({ session }) => {
    const user = session && (await findAccount(services.db, { id: session.userId }))
    if (!user) return { authenticated: false }
    return { authenticated: true, user: { ...user, ...((await isOwner(services.db, user.id)) && { isOwner: true }) } }
  })

  app.post(
    '/api/auth/request-email-otp',
    { ...PUBLIC, schema: { body: EmailCodeRequest, response: { 200: EmailCodeSent, '4xx': ApiError } } },
    async (request, reply) => {
      const { email, captcha, link } = request.body
      request.aboutAccount = email
      const browserHash = browserOf(request, reply, services.config)
      const asker = { address: email, browserHash, ip: request.ip, captcha }
      const requested = await requestEmailCode(services, asker, link)
      if (requested.outcome === 'link-invalid') return refuse(reply, linkInvalid)
      if (requested.outcome !== 'sent') return refuse(reply, limitRefusal(requested))
      const isPrivate = services.config.signUp !== 'open' && link === undefined
      return { type: requested.type, ...(isPrivate ? PERHAPS_SENT : MAIL_SENT) }
    },
  )

  app.post(
    '/api/auth/login',
    { ...PUBLIC, schema: { body: Login, response: { 200: SignedIn, '4xx': ApiError } } },
    async (request, reply) => {
      request.aboutAccount = request.body.email
      const result = await signIn(services, { ...request.body, ...visitorOf(request, reply, services) })
      return answerSignIn(result, request, reply, services)
    },
  )

  app.post(
    '/api/auth/verify-email-otp',
    { ...PUBLIC, schema: { body: SignUp, response: { 200: SignedIn, '4xx': ApiError } } },
    async (request, reply) => {
      const attempt = { ...request.body, ...visitorOf(request, reply, services) }
      return answerSignIn(await signUp(services, attempt), request, reply, services)
    },
  )

  app.post(
    '/api/auth/link/login',
    { ...PUBLIC, schema: { body: LinkLogin, response: { 200: SignedIn, '4xx': ApiError } } },
    async (request, reply) => {
      const attempt = { ...request.body, ...visitorOf(request, reply, services) }
      return answerSignIn(await signInWithLink(services, attempt), request, reply, services)
    },
  )

  app.post(
    '/api/auth/logout',
    { config: { public: true, free: true }, schema: { response: { 200: Done } } },
    async ({ session }, reply) => {
      if (session) await signOut(services, session)
      clearSessionCookies(reply, services.config)
      return { message: "You're logged out." }
    },
  )
  done()
}

/** The answer to anybody at a private installation. */
const PERHAPS_SENT = { message: 'If this address has an account, a code is on its way.' }

function answerSignIn(
  result: SignInDone | SignInRefused | TooMany,
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Services,
) {
  if (result.outcome !== 'signed-in') {
    request.log.info({ reason: result.outcome }, 'sign-in failed')
    return refuse(reply, result.outcome === 'too-many-requests' ? limitRefusal(result) : signInRefusals[result.outcome])
  }
  setSessionCookies(reply, config, result.session.id, result.session.cookieAgeS)
  return reply.send({ user: result.account })
}

type SignInRefused = CodeRefused | Blocked | RefusedAlike | LinkInvalid | { outcome: 'already-registered' }

const signInRefusals: Record<SignInRefused['outcome'], Refusal> = {
  ...codeRefusals,
  blocked: blockedRefusal,
  refused: {
    status: 400,
    reason: 'code-wrong',
    message: 'That code is wrong or too old. Check it, or request a new one.',
  },
  'link-invalid': linkInvalid,
  'already-registered': {
    status: 400,
    reason: 'email-taken',
    message: 'This email is already registered. Please login instead.',
  },
}

/** A person's sessions, and ending all others. */
export const accountSessionRoutes: Routes = (services) => (app, _options, done) => {
  app.get(
    '/api/account/sessions',
    { schema: { response: { 200: SignedInSessions, '4xx': ApiError } } },
    async ({ userId, session }) => {
      const sessions = await listSessions(services.db, userId, services.clock.now())
      return sessions.map(({ idHash, browser, remembered, signedInAt, lastSeenAt, endsAt }) => ({
        current: idHash === session?.idHash,
        browser,
        remembered,
        signedInAt: iso(signedInAt),
        lastSeenAt: iso(lastSeenAt),
        endsAt: iso(endsAt),
      }))
    },
  )

  app.post(
    '/api/account/sessions/end-others',
    { config: { free: true }, schema: { response: { 200: Done, '4xx': ApiError } } },
    async ({ session, ip, headers }) => {
      if (session !== null) await endOtherSessions(services, session, askedFrom({ ip, headers }))
      return { message: "You're signed out everywhere else." }
    },
  )
  done()
}
