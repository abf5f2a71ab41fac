import { callRefusals } from '../people/call-refusals.http.ts'
import { callerNumberOf } from '../people/caller-number.ts'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { refuse } from '../platform/http/errors.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { requestCallsCode } from './calls-code.ts'
import type { WithCaptcha } from './captcha/captcha.ts'
import { limitRefusal, onlyOneADay, PHONE_RINGS, textsStopped, unreachable } from './codes/refusals.http.ts'
import { requestAccountCode } from './codes/request-code.ts'
import { browserOf } from './cookies.http.ts'
import { identityProof, identityRefusal } from './passkeys/refusals.http.ts'
import { askerOf, MAIL_SENT } from './session.http.ts'
import { proveAccount } from './sessions.ts'

/** Codes that prove identity, delete the account or turn calls back on, to the person's own address or number. */
export const accountCodeRoutes: Routes<Services & WithCaptcha> = (app, services) => {
  serve(app, 'sendAccountCode', async (request, reply) => {
    const { purpose, captcha } = request.body
    const requested = await requestAccountCode(services, askerOf(request, reply, services, captcha), purpose)
    if (requested.outcome === 'unreachable') return refuse(reply, unreachable)
    if (requested.outcome !== 'sent') return refuse(reply, limitRefusal(requested))
    return requested.by === 'call' ? { message: PHONE_RINGS } : MAIL_SENT
  })

  serve(app, 'proveAccount', async (request, reply) => {
    const browserHash = browserOf(request, reply, services.config)
    const proof = identityProof(request.body, browserHash, askedFrom(request))
    const proven = await proveAccount(services, request.session!, proof)
    if (proven.outcome === 'right') return { message: 'Thank you.' }
    request.log.info({ reason: proven.outcome }, 'identity proof failed')
    return refuse(reply, identityRefusal(proven))
  })

  serve(app, 'sendCallsCode', async (request, reply) => {
    const browserHash = browserOf(request, reply, services.config)
    const as = request.body?.as ?? 'first'
    const requested = await requestCallsCode(services, { userId: request.userId, as, browserHash })
    switch (requested.outcome) {
      case 'sent':
      case 'calls-on':
        return { message: 'Check your phone for the verification code.' }
      case 'texts-stopped':
        return refuse(reply, textsStopped(await callerNumberOf(services, request.userId)))
      case 'phone-not-verified':
        return refuse(reply, callRefusals[requested.outcome])
      case 'captcha-required':
        return refuse(reply, limitRefusal(requested))
      case 'too-many-requests':
        return refuse(reply, onlyOneADay(requested))
    }
  })
}
