import { inTab } from '../browser/storage.ts'
import { forgetNextCall } from './browser-evidence.ts'
import { forgetPhoneProof } from './pending-phone-proof.ts'

/** After signing out, somebody else may use this browser: no unsent input stays, nor that the person was signed in. */
export function forgetPerson(): void {
  inTab.clear()
  forgetPhoneProof()
  forgetNextCall()
}
