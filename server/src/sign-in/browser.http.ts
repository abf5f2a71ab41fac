import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'
import { browserSecretOf, setBrowserCookie } from './cookies.http.ts'

/** The hash of this browser's cookie; sets a cookie when there is none. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl'>): string {
  const brought = browserSecretOf(request)
  const secret = brought && /^[\w-]{43}$/.test(brought) ? brought : newSecret()
  setBrowserCookie(reply, config, secret)
  return hashOfSecret(secret)
}
