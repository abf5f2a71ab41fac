import { useState } from 'react'
import { call } from '../api/call.ts'
import { toastFailure } from '../api/toast-failure.ts'
import { forgetPerson } from '../session/forget-person.ts'
import { leaveByLogout } from '../session/leave-for-login.ts'

/** AUTH-8: ends the session on the server, then reloads at the login page, so that nothing of the person stays. */
export function useLogout(): { pending: boolean; logout: () => void } {
  const [pending, setPending] = useState(false)
  async function leave(): Promise<void> {
    setPending(true)
    try {
      await leaveByLogout(async () => {
        await call('logout')
        forgetPerson()
      })
    } catch (error) {
      setPending(false)
      toastFailure('Logout failed', { otherwise: 'An error occurred while logging out. Please try again.' })(error)
    }
  }
  return { pending, logout: () => void (pending || leave()) }
}
