import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { setEndingSession } from './leave-for-login.ts'
import { forgetPerson, tellSignedOut } from './signed-out-elsewhere.ts'

/** Ends the session on the server, then makes the browser load the login page afresh, which clears memory. */
export async function logOut(): Promise<void> {
  setEndingSession(true)
  try {
    await call('logout')
  } catch (error) {
    setEndingSession(false)
    throw error
  }
  forgetPerson()
  tellSignedOut()
  location.assign(paths.login)
}
