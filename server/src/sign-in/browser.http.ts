import { BROWSERS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { cookieOptions } from '../platform/http/cookies.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'

/** The browser that requested a code (CODE-2), and whether somebody signed in with it before (CODE-3). */
const BROWSER_COOKIE = 'reveille_browser'

/** The hash of this browser's cookie; sets a cookie when there is none. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl'>): string {
  const brought = request.cookies[BROWSER_COOKIE]
  const secret = brought && /^[\w-]{43}$/.test(brought) ? brought : newSecret()
  // Set again each time: a year from the last visit, not the first.
  reply.setCookie(BROWSER_COOKIE, secret, { ...cookieOptions(config), httpOnly: true, maxAge: BROWSERS_KEPT_MS / 1000 })
  return hashOfSecret(secret)
}
