import { useState } from 'react'
import { toastFailure } from '../api/api-failure.ts'

/** Loaded on press, because visitors of public pages don't need it. */
export function useLogout(): { pending: boolean; logout: () => void } {
  const [pending, setPending] = useState(false)
  async function leave(): Promise<void> {
    setPending(true)
    try {
      const { logOut } = await import('../session/log-out.ts')
      await logOut()
    } catch (error) {
      setPending(false)
      toastFailure('Logout failed')(error)
    }
  }
  return { pending, logout: () => void (pending || leave()) }
}
