import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

const SESSION_COOKIE = 'connect.sid'
/** AUTH-6: tells scripts that there is a session, but proves nothing; the server never reads it. */
const COMPANION_COOKIE = 'reveille_session'

/** The session that a request claims: a secret that nobody has looked up yet; null without one. */
export function sessionIdOf({ cookies }: FastifyRequest): string | null {
  return cookies[SESSION_COOKIE] || null
}

type CookieOwner = Pick<Config, 'publicUrl'>

/** AUTH-6 and E3: no Domain, so this host only. `maxAgeS` null: a session cookie. */
export function setSessionCookies(reply: FastifyReply, config: CookieOwner, id: string, maxAgeS: number | null): void {
  const lifetime = maxAgeS === null ? {} : { maxAge: maxAgeS }
  reply.setCookie(SESSION_COOKIE, id, { ...cookieOptions(config), httpOnly: true, ...lifetime })
  reply.setCookie(COMPANION_COOKIE, '1', { ...cookieOptions(config), ...lifetime })
}

/** Of this browser; the verb ends the session itself. */
export function clearSessionCookies(reply: FastifyReply, config: CookieOwner): void {
  reply.clearCookie(SESSION_COOKIE, { ...cookieOptions(config), httpOnly: true })
  reply.clearCookie(COMPANION_COOKIE, cookieOptions(config))
}

/** Secure exactly when PUBLIC_URL is https. */
export function cookieOptions({ publicUrl }: CookieOwner) {
  return { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
}
