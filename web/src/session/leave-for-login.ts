import { reasonOf } from '../api/api-failure.ts'
import { isPrivate, ownPath, paths } from '../paths.ts'
import { rememberSignedIn } from './browser-evidence.ts'

/** SHELL-12: to the login page, and from there back to where the visitor was going. */
export function leaveForLogin(): void {
  const wanted = `${location.pathname}${location.search}`
  rememberSignedIn(false)
  location.replace(`${paths.login}?returnTo=${encodeURIComponent(wanted)}`)
}

/** AUTH-1: a 401 from any call on a private page leads to the login page. */
export function leaveWhenSignedOut(error: unknown): void {
  if (reasonOf(error) === 'sign-in-required' && isPrivate(location.pathname)) leaveForLogin()
}

/** Where to go after signing in: the page that sent the visitor here, if it is one of ours, otherwise the dashboard. */
export function afterSignIn(search: string): string {
  return ownPath(new URLSearchParams(search).get('returnTo')) ?? paths.dashboard
}
