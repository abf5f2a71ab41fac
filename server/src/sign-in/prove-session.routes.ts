import { AccountCodeRequest, AccountProof } from '@reveille/contract/accounts'
import { ApiError, Done } from '@reveille/contract/api-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../platform/services.ts'
import { proveAccount } from './prove-session.ts'
import { requestAccountCode, type AccountAsker } from './codes/request-account-code.ts'
import { browserOf } from './browser.http.ts'
import { codeRefusals, limitRefusal } from './codes/refusals.http.ts'
import { refuse } from '../platform/http/errors.ts'
import type { Routes } from '../platform/http/routes.ts'

export const MAIL_SENT = { message: 'Please check your email for a verification code.' }

/** Codes to the person's own address: a proof that it is still them, or the code that deletes the account. */
export const accountCodeRoutes: Routes = (services) => (app, _options, done) => {
  const response = { 200: Done, '4xx': ApiError }

  app.post('/api/account/code', { schema: { body: AccountCodeRequest, response } }, async (request, reply) => {
    const { purpose, captcha } = request.body
    const requested = await requestAccountCode(services, askerOf(request, reply, services, captcha), purpose)
    return requested.outcome === 'sent' ? MAIL_SENT : refuse(reply, limitRefusal(requested))
  })

  app.post('/api/account/code/verify', { schema: { body: AccountProof, response } }, async (request, reply) => {
    const browserHash = browserOf(request, reply, services.config)
    const verdict = await proveAccount(services, request.session!, { ...request.body, browserHash })
    if (verdict === 'right') return { message: 'Thank you.' }
    request.log.info({ reason: verdict }, 'a proof failed')
    return refuse(reply, codeRefusals[verdict])
  })
  done()
}

/** Who is signed in here and asks for a code. */
export function askerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Services,
  captcha: string | undefined,
): AccountAsker {
  return { userId: request.userId, browserHash: browserOf(request, reply, config), ip: request.ip, captcha }
}
