import { ApiError, fallbackMessage } from '@reveille/contract/api-error'
import { NextMorning } from '@reveille/contract/tokens'
import { MOST_TOKENS } from '@reveille/core/sign-in/credentials'
import { askedFrom } from '../platform/audit/account-events.sql.ts'
import { notFound, refuse, refusal } from '../platform/http/errors.ts'
import { isKnown, tagOf } from '../platform/http/if-match.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import { usedUpRefusal } from '../platform/limits/used-up.http.ts'
import { isProven, staleRefusal } from '../sign-in/session.http.ts'
import { addToken, readByToken, revokeToken } from './tokens.ts'

export const tokenRoutes: Routes = (app, services) => {
  const reading = { config: { public: true, token: true }, schema: { response: { 200: NextMorning, '4xx': ApiError } } }

  serve(app, 'addToken', async (request, reply) => {
    const { userId, body } = request
    if (!isProven(services, request)) return refuse(reply, staleRefusal)
    const token = await addToken(services, { userId, from: askedFrom(request) }, body.name)
    if (token !== null) return { token }
    const message = `You have ${MOST_TOKENS} tokens. Revoke one to make another.`
    return refuse(reply, refusal(409, 'changed-elsewhere', message))
  })

  serve(app, 'revokeToken', { free: true }, async (request, reply) => {
    const { userId, params } = request
    const isRevoked = await revokeToken(services, { userId, from: askedFrom(request) }, params.id)
    return isRevoked ? { message: 'The token is revoked.' } : refuse(reply, notFound)
  })

  app.get('/api/next', reading, async ({ headers }, reply) => {
    const [, token = ''] = /^Bearer (rv_\S+)$/i.exec(headers.authorization ?? '') ?? []
    const read = await readByToken(services, token)
    if (read === null) return refuse(reply, refusal(401, 'sign-in-required', fallbackMessage(401)))
    if ('outcome' in read) return refuse(reply, usedUpRefusal(read))
    const etag = tagOf(JSON.stringify(read))
    reply.headers({ etag, 'cache-control': 'private, no-cache' })
    return isKnown(etag, headers['if-none-match']) ? reply.code(304).send(undefined as never) : read
  })
}
