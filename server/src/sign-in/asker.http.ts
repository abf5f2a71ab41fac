import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../platform/services.ts'
import type { AccountAsker } from './codes/request-code.ts'
import { browserOf } from './cookies.http.ts'

export const MAIL_SENT = { message: 'Please check your email for a verification code.' }

/** The signed-in person or visitor who requests a code. */
export function askerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { config }: Services,
  captcha: string | undefined,
): AccountAsker {
  return { userId: request.userId, browserHash: browserOf(request, reply, config), ip: request.ip, captcha }
}
