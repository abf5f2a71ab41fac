import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { Spinner } from '../ui/spinner.tsx'
import { afterSignIn } from './leave-for-login.ts'
import { useSession } from './use-session.ts'

/** Around the ways in: 'Loading...' while it is not known who comes (SHELL-6), and straight on for who is in already. */
export function OpenToVisitors({ children }: { children: ReactNode }) {
  const { state, confirmed } = useSession()
  const [, navigate] = useLocation()
  useEffect(() => {
    if (confirmed) navigate(afterSignIn(location.search), { replace: true })
  }, [confirmed, navigate])
  return state === 'loading' ? <Spinner /> : children
}
