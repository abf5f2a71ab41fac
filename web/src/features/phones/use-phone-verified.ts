import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import { forgetErrand, returnAddress, type VerificationWay } from '../../session/phone-errand.ts'
import { refreshSession } from '../../session/session-store.ts'

// PHONE-9: the pauses are the specification's.
const ASK_AFTER_MS = 300
const LEAVE_AFTER_MS = 500

/** What follows a verified phone: on to the preferences when there are none, else back to where the person wanted to go. */
export function usePhoneVerified(way: VerificationWay): () => Promise<void> {
  const [, navigate] = useLocation()
  return async () => {
    const wanted = returnAddress(way)
    forgetErrand()
    await pause(ASK_AFTER_MS)
    const next = await refreshSession().then(
      ({ user }) => (user?.isPersonalized ? wanted : paths.preferences),
      () => paths.dashboard,
    )
    await pause(LEAVE_AFTER_MS)
    navigate(next)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
