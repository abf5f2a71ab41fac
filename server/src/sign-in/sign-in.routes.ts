import type { FastifyReply, FastifyRequest } from 'fastify'
import { findAccount } from '../people/people.sql.ts'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { refuse, type Refusal, refusal } from '../platform/http/errors.ts'
import { iso } from '../platform/http/local-moment.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from './captcha/captcha.ts'
import type { TooMany } from './codes/email-code-limits.ts'
import { codeRefusals, limitRefusal, linkInvalid, PHONE_RINGS } from './codes/refusals.http.ts'
import { callForLink, reachOf, requestEmailCode } from './codes/request-code.ts'
import type { CodeRefused } from './codes/with-code.ts'
import { browserOf, clearSessionCookies, setSessionCookies } from './cookies.http.ts'
import { findOpenLink, linkTakes, type LinkInvalid } from './links/links.ts'
import { blockedRefusal, MAIL_SENT, visitorOf } from './session.http.ts'
import { listSessions } from './sessions.sql.ts'
import { endOtherSessions, signOut } from './sessions.ts'
import {
  join,
  signIn,
  signInWithLink,
  signUp,
  type Blocked,
  type RefusedAlike,
  type SignedIn as SignInDone,
} from './sign-in.ts'

type AuthServices = Services & WithCaptcha & Parameters<typeof requestEmailCode>[0]

export const authRoutes: Routes<AuthServices> = (app, services) => {
  serve(app, 'checkAuth', { public: true }, async ({ session }) => {
    const user = session && (await findAccount(services.db, { id: session.userId }))
    if (!user) return { authenticated: false }
    const by = reachOf(services, user)?.by ?? 'none'
    return { authenticated: true, user: { ...user, ...(by !== 'email' && { codesBy: by }) } }
  })

  serve(app, 'requestEmailCode', { public: true }, async (request, reply) => {
    const { email, captcha, link } = request.body
    request.aboutAccount = email
    const browserHash = browserOf(request, reply, services.config)
    const asker = { address: email, browserHash, ip: request.ip, captcha }
    const requested = await requestEmailCode(services, asker, link)
    if (requested.outcome === 'link-invalid') return refuse(reply, linkInvalid)
    if (requested.outcome !== 'sent') return refuse(reply, limitRefusal(requested))
    const isPrivate = services.config.signUp !== 'open' && link === undefined
    const perhaps = services.config.mail === null ? PERHAPS_RINGS : PERHAPS_SENT
    return { type: requested.type, ...(isPrivate ? perhaps : MAIL_SENT) }
  })

  serve(app, 'login', { public: true }, async (request, reply) => {
    request.aboutAccount = request.body.email
    const result = await signIn(services, { ...request.body, ...visitorOf(request, reply, services) })
    return answerSignIn(result, request, reply, services)
  })

  serve(app, 'signUp', { public: true }, async (request, reply) => {
    const attempt = { ...request.body, ...visitorOf(request, reply, services) }
    return services.config.mail === null
      ? answerJoin(await join(services, attempt), request, reply, services)
      : answerSignIn(await signUp(services, attempt), request, reply, services)
  })

  serve(app, 'logout', { public: true, free: true }, async ({ session }, reply) => {
    if (session) await signOut(services, session)
    clearSessionCookies(reply, services.config)
    return { message: "You're logged out." }
  })
}

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

  serve(app, 'linkLogin', { public: true }, async (request, reply) => {
    const attempt = { ...request.body, ...visitorOf(request, reply, services) }
    return answerSignIn(await signInWithLink(services, attempt), request, reply, services)
  })
}

function answerJoin(
  joined: Awaited<ReturnType<typeof join>>,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
) {
  if (joined.outcome !== 'link-invalid' && joined.outcome !== 'already-registered')
    return answerSignIn(joined, request, reply, services)
  return refuse(reply, notJoined)
}

/** One answer for a link that doesn't work and an address in use, so that it reveals nothing about either. */
const notJoined = refusal(
  400,
  'link-invalid',
  "We can't make an account with this link and this email. Check the email, or ask for a new link.",
)

/** The answer to anybody at a private installation. */
const PERHAPS_SENT = { message: 'If this address has an account, a code is on its way.' }
const PERHAPS_RINGS = {
  message: 'If this address has an account with a verified number, that phone will ring in a moment.',
}

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
  refused: refusal(400, 'code-wrong', 'That code is wrong or too old. Check it, or request a new one.'),
  'link-invalid': linkInvalid,
  'already-registered': refusal(400, 'email-taken', 'This email is already registered. Please login instead.'),
}

export const accountSessionRoutes: Routes = (app, services) => {
  serve(app, 'listSessions', async ({ userId, session }) => {
    const sessions = await listSessions(services.db, userId, services.clock.now())
    return sessions.map(({ idHash, browser, remembered, signedInAt, lastSeenAt, endsAt }) => ({
      current: idHash === session?.idHash,
      browser,
      remembered,
      signedInAt: iso(signedInAt),
      lastSeenAt: iso(lastSeenAt),
      endsAt: iso(endsAt),
    }))
  })

  serve(app, 'endOtherSessions', { free: true }, async ({ session, ip, headers }) => {
    if (session !== null) await endOtherSessions(services, session, askedFrom({ ip, headers }))
    return { message: "You're signed out everywhere else." }
  })
}
