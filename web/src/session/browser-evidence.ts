import { cookies } from '../browser/features.ts'
import { inBrowser, inTab } from '../browser/storage.ts'
import { isPrivate, paths } from '../paths.ts'
import { forgetRang } from './rang-out-loud.ts'

/** What the browser knows about the session without a request. */
export type SessionEvidence = { referrerPath: string | null; cookie: boolean; flag: boolean }
export type FirstImpression = {
  /** What the page shows until the server has answered. */
  shows: 'signed-in' | 'signed-out' | 'loading'
  /** Whether the server is asked at all. */
  asks: boolean
}

const OPEN_DOORS = new Set<string>([paths.landing, paths.login, paths.signup])

export function firstImpression(path: string, { referrerPath, cookie, flag }: SessionEvidence): FirstImpression {
  if (isPrivate(path)) return { shows: 'signed-in', asks: true }
  if (OPEN_DOORS.has(path)) return { shows: cookie && !flag ? 'loading' : 'signed-out', asks: cookie || flag }
  if (path === paths.help && (cookie || flag || (referrerPath !== null && isPrivate(referrerPath)))) {
    return { shows: 'signed-in', asks: false }
  }
  return { shows: 'signed-out', asks: true }
}

/** Set and cleared with the session's own cookie, which no script can see. It proves nothing. */
const COMPANION_COOKIE = 'reveille_session'
const FLAGS = ['was_authenticated', 'auth_successful'] as const

export function readEvidence(): SessionEvidence {
  return { referrerPath: ownReferrer(), cookie: hasSessionCookie(), flag: inTab.read(FLAGS[0]) !== null }
}

export function rememberSignedIn(signedIn: boolean): void {
  for (const flag of FLAGS) {
    if (signedIn) inTab.write(flag, 'true')
    else inTab.remove(flag)
  }
  if (signedIn) return
  forgetNextCall()
  forgetRang()
}

/** The key of what last-known-call.ts keeps. */
export const NEXT_CALL = 'lastKnownCall'

export const forgetNextCall = (): void => inBrowser.remove(NEXT_CALL)

export function hasSessionCookie(): boolean {
  return (
    cookies()
      ?.split('; ')
      .some((cookie) => cookie.startsWith(`${COMPANION_COOKIE}=`)) ?? false
  )
}

function ownReferrer(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin, pathname } = new URL(document.referrer)
  return origin === location.origin ? pathname : null
}
