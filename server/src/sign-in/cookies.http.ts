import { BROWSERS_KEPT_MS } from '@reveille/core/accounts/retention-times'
import type { KeptName } from '@reveille/core/consents/kept-in-browser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'

/** The privacy policy names each, and no other is set. */
type CookieName = KeptName<'cookies'>

const SESSION_COOKIE = 'connect.sid' satisfies CookieName
/** AUTH-6: tells scripts that there is a session, but proves nothing; the server never reads it. */
const COMPANION_COOKIE = 'reveille_session' satisfies CookieName
/** The browser that requested a code (CODE-2), and whether somebody signed in with it before (CODE-3). */
const BROWSER_COOKIE = 'reveille_browser' satisfies CookieName

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

/** The secret that a browser brings; null without one. */
const browserSecretOf = ({ cookies }: FastifyRequest): string | null => cookies[BROWSER_COOKIE] ?? null

/** Set again each time: a year from the last visit, not the first. */
function setBrowserCookie(reply: FastifyReply, config: CookieOwner, secret: string): void {
  reply.setCookie(BROWSER_COOKIE, secret, { ...cookieOptions(config), httpOnly: true, maxAge: BROWSERS_KEPT_MS / 1000 })
}

/** Secure exactly when PUBLIC_URL is https. */
function cookieOptions({ publicUrl }: CookieOwner) {
  return { path: '/', sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
}

/** The hash of this browser's cookie; sets a cookie when there is none. */
export function browserOf(request: FastifyRequest, reply: FastifyReply, config: Pick<Config, 'publicUrl'>): string {
  const brought = browserSecretOf(request)
  const secret = brought && /^[\w-]{43}$/.test(brought) ? brought : newSecret()
  setBrowserCookie(reply, config, secret)
  return hashOfSecret(secret)
}
