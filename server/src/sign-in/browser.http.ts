import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { cookieOptions } from '../platform/http/cookies.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'

/** Which browser asked for a code (CODE-2), and whether somebody signed in with it before (CODE-3). */
const BROWSER_COOKIE = 'reveille_browser'
const YEAR_S = 365 * 24 * 60 * 60

/** The hash of this browser's cookie; one that brings none is given one. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl'>): string {
  const brought = request.cookies[BROWSER_COOKIE]
  const secret = brought && /^[\w-]{43}$/.test(brought) ? brought : newSecret()
  // Set again each time: a year from the last visit, not from the first.
  reply.setCookie(BROWSER_COOKIE, secret, { ...cookieOptions(config), httpOnly: true, maxAge: YEAR_S })
  return hashOfSecret(secret)
}
