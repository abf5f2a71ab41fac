import type { AuthState } from '@reveille/contract/sign-in'
import { call } from '../api/call.ts'

/** The server's last answer about the session; 'failed' when it could not be reached, null before the first answer. */
export type SessionAnswer = AuthState | 'failed' | null

// Hand-written instead of the query library: the landing page needs no more than this.
let answer: SessionAnswer = null
let asking: Promise<AuthState> | null = null
let failure: unknown = null
const listeners = new Set<() => void>()

export const sessionAnswer = (): SessionAnswer => answer

/** Why the last check failed. */
export const sessionFailure = (): unknown => failure

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks once, however many parts of a page want to know. */
export function askSessionOnce(): void {
  if (answer === null && asking === null) askSessionAgain()
}

/** After a change of the session. Nobody waits for the answer: if it fails, the next request shows what is wrong. */
export function askSessionAgain(): void {
  refreshSession().catch(() => {})
}

/** GET /api/auth/check again. Throws without a response; AUTH-4: then nobody counts as signed in. */
export function refreshSession(): Promise<AuthState> {
  const mine = call('checkAuth')
  asking = mine
  return mine.then(
    (state) => settle(mine, state, state),
    (error: unknown) => {
      failure = error
      settle(mine, 'failed', null)
      throw error
    },
  )
}

// Of two requests under way the later one counts.
function settle<T>(question: Promise<AuthState>, next: SessionAnswer, result: T): T {
  if (question !== asking) return result
  asking = null
  answer = next
  for (const listener of listeners) listener()
  return result
}
