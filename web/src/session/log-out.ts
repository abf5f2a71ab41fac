import { call } from '../api/call.ts'
import { leaveByLogout } from './leave-for-login.ts'
import { forgetPerson, tellSignedOut } from './signed-out-elsewhere.ts'

/** Ends the session on the server, then loads the login page anew in the browser, which clears memory. */
export const logOut = (): Promise<void> =>
  leaveByLogout(async () => {
    await call('logout')
    forgetPerson()
    tellSignedOut()
  })
