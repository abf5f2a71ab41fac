import type { SessionEvidence } from './session-evidence.ts'

/** AUTH-6: set and cleared with the session's own cookie, which no script can see. It proves nothing. */
const COMPANION_COOKIE = 'reveille_session'
const FLAGS = ['was_authenticated', 'auth_successful'] as const

export function readEvidence(): SessionEvidence {
  return { referrerPath: ownReferrer(), cookie: hasSessionCookie(), flag: sessionStorage.getItem(FLAGS[0]) !== null }
}

/** AUTH-5. */
export function rememberSignedIn(signedIn: boolean): void {
  for (const flag of FLAGS) {
    if (signedIn) sessionStorage.setItem(flag, 'true')
    else sessionStorage.removeItem(flag)
  }
}

function hasSessionCookie(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${COMPANION_COOKIE}=`))
}

function ownReferrer(): string | null {
  if (!URL.canParse(document.referrer)) return null
  const { origin, pathname } = new URL(document.referrer)
  return origin === location.origin ? pathname : null
}
