import type { AuthState } from '@reveille/contract/sign-in'
import { call } from '../api/call.ts'

/** What the server last said about who is signed in; 'failed' when it could not be asked, null before the first answer. */
export type SessionAnswer = AuthState | 'failed' | null

// By hand and not with the query library: the landing page needs this much and no more.
let answer: SessionAnswer = null
let asking: Promise<AuthState> | null = null
const listeners = new Set<() => void>()

export const sessionAnswer = (): SessionAnswer => answer

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks once, however many parts of a page want to know. */
export function askSessionOnce(): void {
  if (answer === null && asking === null) askSessionAgain()
}

/** After what changes it. Nobody waits for the answer: without one, the next request says what is wrong. */
export function askSessionAgain(): void {
  refreshSession().catch(() => {})
}

/** GET /api/auth/check, anew. Throws when there is no answer; AUTH-4: then nobody counts as signed in. */
export function refreshSession(): Promise<AuthState> {
  const mine = call('checkAuth')
  asking = mine
  return mine.then(
    (state) => settle(mine, state, state),
    (error: unknown) => {
      settle(mine, 'failed', null)
      throw error
    },
  )
}

// Of two questions under way the later one counts.
function settle<T>(question: Promise<AuthState>, next: SessionAnswer, result: T): T {
  if (question !== asking) return result
  asking = null
  answer = next
  for (const listener of listeners) listener()
  return result
}
