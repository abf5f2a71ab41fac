import { reasonOf } from '../api/api-failure.ts'
import { inTab } from '../browser/storage.ts'
import { isPrivate, ownAddress, ownPath, paths } from '../paths.ts'
import { readEvidence, rememberSignedIn } from './browser-evidence.ts'

/** If the navigation was stopped, a later 401 redirects again. */
const LEFT_WITHIN_MS = 5_000

/** Why this page is being left. A 401 must not redirect during a logout, nor twice: that would lose the message. */
let leavingBy: 'logout' | 'login' | null = null

export const isEndingSession = (): boolean => leavingBy === 'logout'

export function setEndingSession(ending: boolean): void {
  leavingBy = ending ? 'logout' : null
}

/** Opens the login page with a return path, and a message if the visitor was signed in. */
export function leaveForLogin(): void {
  if (leavingBy !== null) return
  leavingBy = 'login'
  setTimeout(() => {
    if (leavingBy === 'login') leavingBy = null
  }, LEFT_WITHIN_MS)
  const said = readEvidence().flag ? '&signedOut' : ''
  rememberSignedIn(false)
  location.replace(`${paths.login}?returnTo=${encodeURIComponent(ownAddress())}${said}`)
}

/** A 401 from any call on a private page leads to the login page. */
export function leaveWhenSignedOut(error: unknown): void {
  if (reasonOf(error) === 'sign-in-required' && isPrivate(location.pathname)) leaveForLogin()
}

/** Where to go after signing in: the page that sent the visitor here, if it is one of ours, otherwise the dashboard. */
export function afterSignIn(search: string): string {
  return ownPath(new URLSearchParams(search).get('returnTo')) ?? paths.dashboard
}

const FAREWELL = 'accountDeleted'

/** Survives the reload that clears the person's data. */
export function rememberFarewell(): void {
  inTab.write(FAREWELL, '1')
}

/** True once, after the account was deleted in this tab. */
export function takeFarewell(): boolean {
  const said = inTab.read(FAREWELL) !== null
  inTab.remove(FAREWELL)
  return said
}
