import type { CodePurpose } from '../sign-in/codes/codes.sql.ts'
import type { Place } from './numbers.sql.ts'

/** What a code to a number is for: one that was asked for as the second number's makes none the first. */
export const phonePurpose = (as: Place, userId: number): CodePurpose =>
  `${as === 'first' ? 'phone' : 'second'}:${userId}`
