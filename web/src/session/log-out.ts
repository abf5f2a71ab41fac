import { call } from '../api/call.ts'
import { leaveByLogout } from './leave-for-login.ts'
import { forgetPerson, tellSignedOut } from './signed-out-elsewhere.ts'

/** Ends the session on the server, then makes the browser load the login page afresh, which clears memory. */
export const logOut = (): Promise<void> =>
  leaveByLogout(async () => {
    await call('logout')
    forgetPerson()
    tellSignedOut()
  })
