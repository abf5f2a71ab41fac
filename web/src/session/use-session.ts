import type { User } from '@reveille/contract/sign-in'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { isPrivate } from '../paths.ts'
import { useInBrowser } from '../ui/shared-value.ts'
import { firstImpression, type FirstImpression, readEvidence, rememberSignedIn } from './browser-evidence.ts'
import { leaveForLogin } from './leave-for-login.ts'
import { askSessionOnce, useSessionAnswer } from './session-store.ts'

export type Session = {
  state: 'signed-in' | 'signed-out' | 'loading'
  /** Null until the server has said who is signed in. */
  user: User | null
  /** What the server said about the session; null until it answers. Forms wait for it. */
  check: 'confirmed' | 'refuted' | 'failed' | null
}

/** Null when prerendered and in the first render. */
export function useSession(): Session {
  const [path] = useLocation()
  const impression = useFirstImpression(path)
  const answer = useSessionAnswer()
  useEffect(() => {
    if (impression.asks) askSessionOnce()
  }, [impression.asks])
  if (answer === null || answer === 'failed') {
    const state = answer === 'failed' && impression.shows === 'loading' ? 'signed-out' : impression.shows
    return { state, user: null, check: answer }
  }
  const { authenticated, user = null } = answer
  return authenticated
    ? { state: 'signed-in', user, check: 'confirmed' }
    : { state: 'signed-out', user, check: 'refuted' }
}

/** Keeps the local flags of the session, and sends a visitor away from a private page. Renders nothing. */
export function SessionKeeper() {
  const [path] = useLocation()
  const { check } = useSession()
  useEffect(() => {
    if (check === 'confirmed') rememberSignedIn(true)
    if (check !== 'refuted') return
    if (isPrivate(path)) leaveForLogin()
    else rememberSignedIn(false)
  }, [check, path])
  return null
}

const impressions = new Map<string, FirstImpression>()
const onServer: FirstImpression = { shows: 'signed-out', asks: false }

// Read once per path, not on each render.
const useFirstImpression = (path: string): FirstImpression =>
  useInBrowser(() => {
    const known = impressions.get(path) ?? firstImpression(path, readEvidence())
    impressions.set(path, known)
    return known
  }, onServer)
