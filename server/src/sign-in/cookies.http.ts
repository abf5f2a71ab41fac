import { BROWSERS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import type { KeptName } from '@reveille/core/consents/kept-in-browser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'

/** The privacy policy lists every cookie. */
type CookieName = KeptName<'cookies'>

const SESSION_COOKIE = 'connect.sid' satisfies CookieName
/** Tells scripts that there is a session but proves nothing; the server never reads it. */
const COMPANION_COOKIE = 'reveille_session' satisfies CookieName
/** Identifies the browser that requested a code, and whether somebody has signed in with it. */
const BROWSER_COOKIE = 'reveille_browser' satisfies CookieName

/** The request's session secret, not looked up yet; null without one. */
export function sessionIdOf({ cookies }: FastifyRequest): string | null {
  return cookies[SESSION_COOKIE] || null
}

type CookieOwner = Pick<Config, 'publicUrl'>

/** No Domain, so the cookies are for this host only. `maxAgeS` null: until the browser closes. */
export function setSessionCookies(reply: FastifyReply, config: CookieOwner, id: string, maxAgeS: number | null): void {
  const lifetime = maxAgeS === null ? {} : { maxAge: maxAgeS }
  reply.setCookie(SESSION_COOKIE, id, { ...cookieOptions(config), httpOnly: true, ...lifetime })
  reply.setCookie(COMPANION_COOKIE, '1', { ...cookieOptions(config), ...lifetime })
}

/** Only clears cookies; the caller ends the session. */
export function clearSessionCookies(reply: FastifyReply, config: CookieOwner): void {
  reply.clearCookie(SESSION_COOKIE, { ...cookieOptions(config), httpOnly: true })
  reply.clearCookie(COMPANION_COOKIE, cookieOptions(config))
}

/** Secure exactly when PUBLIC_URL is https. */
function cookieOptions({ publicUrl }: CookieOwner) {
  return { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
}

/** The hash of this browser's cookie, which is set on every visit, so that its year starts over. */
export function browserOf({ cookies }: FastifyRequest, reply: FastifyReply, config: CookieOwner): string {
  const brought = cookies[BROWSER_COOKIE] ?? ''
  const secret = /^[\w-]{43}$/.test(brought) ? brought : newSecret()
  reply.setCookie(BROWSER_COOKIE, secret, { ...cookieOptions(config), httpOnly: true, maxAge: BROWSERS_KEPT_MS / 1000 })
  return hashOfSecret(secret)
}
