import { call } from '../api/call.ts'
import { inTab } from '../browser/storage.ts'
import { hearTabs, tellTabs } from '../browser/tabs.ts'
import { isPrivate } from '../paths.ts'
import { forgetNextCall } from './browser-evidence.ts'
import { ENTRY_DRAFT } from './entry-draft.ts'
import { isEndingSession, leaveForLogin } from './leave-for-login.ts'
import { forgetPhoneProof } from './pending-phone-proof.ts'
import { askSessionAgain } from './session-store.ts'

const SIGNED_OUT = 'signed-out'

/** The session of this browser is over: its other tabs leave too. */
export const tellSignedOut = (): void => tellTabs(SIGNED_OUT)

/** Returns its end. */
export const hearSignedOut = (): (() => void) => hearTabs((news) => news === SIGNED_OUT && leave())

/** Some session of this person is over, perhaps this page's. */
export async function leaveIfSignedOut(): Promise<void> {
  const { authenticated } = await call('checkAuth')
  if (!authenticated) leave()
}

/** Nothing of the person stays, nor is it seen until the login page is there. What was typed on the way in isn't theirs. */
function leave(): void {
  if (isEndingSession()) return // this page itself
  if (isPrivate(location.pathname)) {
    document.body.hidden = true
    leaveForLogin()
    forgetPerson()
  } else {
    const typed = inTab.read(ENTRY_DRAFT)
    forgetPerson()
    if (typed !== null) inTab.write(ENTRY_DRAFT, typed)
    askSessionAgain()
  }
}

/** After signing out, somebody else may use this browser: no unsent input stays, nor that the person was signed in. */
export function forgetPerson(): void {
  inTab.clear()
  forgetPhoneProof()
  forgetNextCall()
}
