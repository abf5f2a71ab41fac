import { Account, EmailChange, EmailChangeProof } from '@reveille/contract/accounts'
import { ApiError, Done } from '@reveille/contract/api-error'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { refuse, type Refusal } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { askerOf, MAIL_SENT } from '../sign-in/asker.http.ts'
import type { WithCaptcha } from '../sign-in/captcha/captcha.ts'
import { codeRefusals, limitRefusal } from '../sign-in/codes/refusals.http.ts'
import { requestEmailChange } from '../sign-in/codes/request-code.ts'
import { browserOf } from '../sign-in/cookies.http.ts'
import { isProven, staleRefusal } from '../sign-in/session.http.ts'
import { accountOf } from './account-view.ts'
import { changeEmail } from './change-email.ts'

/** A new address, proven by a code that is mailed there (ACCT-1, S21). */
export const accountEmailRoutes: Routes<Services & WithCaptcha> = (services) => (app, _options, done) => {
  app.post(
    '/api/account/email',
    { schema: { body: EmailChange, response: { 200: Done, '4xx': ApiError } } },
    async (request, reply) => {
      if (!isProven(services, request)) return refuse(reply, staleRefusal)
      const { email, captcha } = request.body
      const requested = await requestEmailChange(services, askerOf(request, reply, services, captcha), email)
      return requested.outcome === 'sent' ? MAIL_SENT : refuse(reply, limitRefusal(requested))
    },
  )

  app.post(
    '/api/account/email/verify',
    { schema: { body: EmailChangeProof, response: { 200: Account, '4xx': ApiError } } },
    async (request, reply) => {
      const browserHash = browserOf(request, reply, services.config)
      const attempt = { ...request.body, browserHash, from: askedFrom(request) }
      const changed = await changeEmail(services, request.session!, attempt)
      if (changed === 'changed') return accountOf(services, request.userId)
      request.log.info({ reason: changed }, 'a change of address failed')
      return refuse(reply, changeRefusals[changed])
    },
  )
  done()
}

// Only the reader of that mailbox gets this far: nobody else learns that the address is in use.
const changeRefusals = {
  ...codeRefusals,
  taken: {
    status: 400,
    reason: 'email-taken',
    message: 'Another account uses this email. Please log in with it, or choose a different one.',
  },
} satisfies Record<string, Refusal>
