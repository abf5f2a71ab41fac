import { call } from '../api/call.ts'
import { inTab } from '../browser/storage.ts'
import { otherTabs } from '../browser/tabs.ts'
import { isPrivate } from '../paths.ts'
import { forgetNextCall } from './browser-evidence.ts'
import { ENTRY_DRAFT } from './entry-draft.ts'
import { isEndingSession, leaveForLogin } from './leave-for-login.ts'
import { forgetPhoneProof } from './pending-phone-proof.ts'
import { forgetRang } from './rang-out-loud.ts'
import { refreshSession } from './session-store.ts'

export const tellSignedOut = (): void => otherTabs()?.postMessage('signed-out')

/** Returns the unsubscribe function. */
export function hearSignedOut(): () => void {
  otherTabs()?.addEventListener('message', leave)
  return () => otherTabs()?.removeEventListener('message', leave)
}

/** One of this person's sessions ended, perhaps this one. */
export async function leaveIfSignedOut(): Promise<void> {
  const { authenticated } = await call('checkAuth')
  if (!authenticated) leave()
}

/** Hides and clears personal data until the login page loads. Input on the entry pages stays. */
function leave(): void {
  if (isEndingSession()) return // this page is logging out
  if (isPrivate(location.pathname)) {
    document.body.hidden = true
    leaveForLogin()
    forgetPerson()
  } else {
    const typed = inTab.read(ENTRY_DRAFT)
    forgetPerson()
    if (typed !== null) inTab.write(ENTRY_DRAFT, typed)
    refreshSession().catch(() => {}) // without an answer, nobody is signed in
  }
}

/** Somebody else may use this browser next, so drafts and flags are removed. */
export function forgetPerson(): void {
  inTab.clear()
  forgetPhoneProof()
  forgetNextCall()
  forgetRang()
}
