import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { isPrivate } from '../paths.ts'
import { rememberSignedIn } from './browser-evidence.ts'
import { leaveForLogin } from './leave-for-login.ts'
import { useSession } from './use-session.ts'

/** Keeps the local flags of the session, and sends a visitor away from a private page. Renders nothing. */
export function SessionKeeper() {
  const [path] = useLocation()
  const { confirmed, refuted } = useSession()
  useEffect(() => {
    if (confirmed) rememberSignedIn(true)
    if (!refuted) return
    if (isPrivate(path)) leaveForLogin()
    else rememberSignedIn(false)
  }, [confirmed, refuted, path])
  return null
}
