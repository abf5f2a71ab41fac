import type { AuthState } from '@reveille/contract/sign-in'
import { call } from '../api/call.ts'
import { sharedValue } from '../ui/shared-value.ts'

/** The server's last answer about the session; 'failed' when it could not be reached, null before the first answer. */
export type SessionAnswer = AuthState | 'failed' | null

// Hand-written, to keep the query library out of the landing page.
const answer = sharedValue<SessionAnswer>(null)
let asking: Promise<AuthState> | null = null
let failure: unknown = null

export const sessionAnswer = answer.get
export const onSessionChange = answer.subscribe
export const useSessionAnswer = answer.use

export const sessionFailure = (): unknown => failure

export function askSessionOnce(): void {
  if (answer.get() === null && asking === null) askSessionAgain()
}

/** After the session changed. Errors are ignored: the next request shows them. */
export function askSessionAgain(): void {
  recheckSession().catch(() => {})
}

/** GET /api/auth/check again. Without a response it throws, and the last answer stands, so a form stays on the page. */
export const recheckSession = () => ask(answer.get() ?? 'failed')

/** GET /api/auth/check again. Without a response it throws, and nobody counts as signed in. */
export const refreshSession = () => ask('failed')

function ask(otherwise: SessionAnswer): Promise<AuthState> {
  const mine = call('checkAuth')
  asking = mine
  return mine.then(
    (state) => settle(mine, state, state),
    (error: unknown) => {
      failure = error
      settle(mine, otherwise, null)
      throw error
    },
  )
}

// The latest of concurrent requests wins.
function settle<T>(question: Promise<AuthState>, next: SessionAnswer, result: T): T {
  if (question !== asking) return result
  asking = null
  answer.set(next)
  return result
}
