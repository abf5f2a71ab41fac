import { cookies } from '../browser/features.ts'
import { inBrowser, inTab } from '../browser/storage.ts'
import type { SessionEvidence } from './session-evidence.ts'

/** AUTH-6: set and cleared with the session's own cookie, which no script can see. It proves nothing. */
const COMPANION_COOKIE = 'reveille_session'
const FLAGS = ['was_authenticated', 'auth_successful'] as const

export function readEvidence(): SessionEvidence {
  return { referrerPath: ownReferrer(), cookie: hasSessionCookie(), flag: inTab.read(FLAGS[0]) !== null }
}

/** AUTH-5. */
export function rememberSignedIn(signedIn: boolean): void {
  for (const flag of FLAGS) {
    if (signedIn) inTab.write(flag, 'true')
    else inTab.remove(flag)
  }
  if (!signedIn) forgetNextCall()
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
