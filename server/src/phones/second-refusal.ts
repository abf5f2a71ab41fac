import type { Callee } from '@reveille/core/people/callable'

/** Why somebody may not make a number their second one (WAKE-18). */
export type SecondRefusal = 'phone-not-verified' | 'number-is-first'

/** It stands behind a first number, and is another one; null for nothing against it. */
export function secondRefusal(callee: Callee | null, phone: string): SecondRefusal | null {
  if (callee === null || callee.phone === null || !callee.phoneVerified) return 'phone-not-verified'
  return callee.phone === phone ? 'number-is-first' : null
}
