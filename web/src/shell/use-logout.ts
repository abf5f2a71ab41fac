import { useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { forgetPerson } from '../session/forget-person.ts'
import { showToast } from '../ui/toast-store.ts'

/** AUTH-8: ends the session on the server, then loads the login page anew, so that nothing of the person stays. */
export function useLogout(): { pending: boolean; logout: () => void } {
  const [pending, setPending] = useState(false)
  async function leave(): Promise<void> {
    setPending(true)
    try {
      await call('logout')
      forgetPerson()
      location.assign(paths.login)
    } catch (error) {
      setPending(false)
      const message = messageOf(error, 'An error occurred while logging out. Please try again.')
      showToast({ title: 'Logout failed', message, tone: 'error' })
    }
  }
  return { pending, logout: () => void (pending || leave()) }
}
