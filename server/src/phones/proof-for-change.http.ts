import type { FastifyReply, FastifyRequest } from 'fastify'
import { findAccount } from '../people/people.sql.ts'
import { refuse } from '../platform/http/errors.ts'
import type { Services } from '../platform/services.ts'
import { isProven, staleRefusal } from '../sign-in/session.http.ts'

/**
 * Whoever has a number and wants another one signed in recently, or proved their identity with a code (S70): an old
 * session alone must not move the calls to another phone. A first number moves nothing, and needs no more.
 */
export function proofForChange(services: Services) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (isProven(services, request)) return undefined
    const account = await findAccount(services.db, { id: request.userId })
    return account?.phone == null ? undefined : refuse(reply, staleRefusal)
  }
}
