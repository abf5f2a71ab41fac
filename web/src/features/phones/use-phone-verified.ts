import { CONTACT_CARD_PATH } from '@reveille/core/phones/contact-card'
import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import { rememberErrand } from '../../session/errand.ts'
import { forgetPhoneProof, returnAddress, type VerificationWay } from '../../session/pending-phone-proof.ts'
import { refreshSession } from '../../session/session-store.ts'
import { showToast, toastStore } from '../../ui/toast/toast-store.ts'
import { SENDING } from './code/toast-code-texted.ts'
import type { NumberPlace } from './phone-proof.ts'

// PHONE-9: the pauses are the specification's.
const ASK_AFTER_MS = 300
const LEAVE_AFTER_MS = 500

/**
 * What follows a verified phone: the preferences if there are none, otherwise back to where the person was going; after a
 * second number the account page, where it stands.
 */
export function usePhoneVerified(way: VerificationWay, as: NumberPlace = 'first'): () => Promise<void> {
  const [, navigate] = useLocation()
  return async () => {
    toastStore.withdraw(SENDING)
    const wanted = returnAddress(way)
    forgetPhoneProof()
    await pause(ASK_AFTER_MS)
    const next = await refreshSession().then(
      ({ user }) => {
        if (as === 'second') return paths.account
        if (user?.isPersonalized) return wanted
        if (wanted !== paths.dashboard) rememberErrand(wanted)
        return paths.preferences
      },
      () => paths.dashboard,
    )
    await pause(LEAVE_AFTER_MS)
    navigate(next)
    showToast(as === 'second' ? SECOND_VERIFIED : VERIFIED)
  }
}

/** PHONE-15: the moment at which somebody thinks of their phone. */
const VERIFIED = {
  title: 'Your phone is verified',
  message: 'Save our number too. It helps our calls get past Do Not Disturb and call screening.',
  action: { label: 'Save our number', run: () => location.assign(CONTACT_CARD_PATH) },
}

/** WAKE-18 */
const SECOND_VERIFIED = {
  title: 'Second number added',
  message: "We'll call it if our first tries don't get you up.",
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
