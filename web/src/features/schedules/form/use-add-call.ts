import { useLocation } from 'wouter'
import { paths } from '../../../paths.ts'
import { rememberReturn } from '../../../session/pending-phone-proof.ts'
import { useSession } from '../../../session/use-session.ts'

/** PHONE-13: to the form, or first to phone verification and from there to the form. */
export function useAddCall(): () => void {
  const { user } = useSession()
  const [, navigate] = useLocation()
  return () => {
    if (user !== null && !user.phoneVerified) {
      rememberReturn('page', paths.schedule)
      navigate(paths.phone)
    } else navigate(paths.schedule)
  }
}
