import { call } from '../api/call.ts'
import { leaveByLogout } from './leave-for-login.ts'
import { forgetPerson, tellSignedOut } from './signed-out-elsewhere.ts'

/** AUTH-8: ends the session on the server, then reloads at the login page, so that nothing of the person stays. */
export const logOut = (): Promise<void> =>
  leaveByLogout(async () => {
    await call('logout')
    forgetPerson()
    tellSignedOut()
  })
