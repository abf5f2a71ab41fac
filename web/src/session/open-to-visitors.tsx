import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Spinner } from '../ui/button.tsx'
import { afterSignIn } from './leave-for-login.ts'
import { useSession } from './use-session.ts'

/** Around the entry pages: 'Loading...' until the session is known; signed-in people move on. */
export function OpenToVisitors({ children }: { children: ReactNode }) {
  const { state, check } = useSession()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (check === 'confirmed') navigate(afterSignIn(location.search), { replace: true })
  }, [check, navigate])
  return state === 'loading' ? <Spinner /> : children
}
