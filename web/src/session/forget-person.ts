import { forgetNextCall } from './browser-evidence.ts'
import { forgetPhoneProof } from './pending-phone-proof.ts'

/** After signing out, somebody else may use this browser: no unsent input stays, nor that the person was signed in. */
export function forgetPerson(): void {
  sessionStorage.clear()
  forgetPhoneProof()
  forgetNextCall()
}
