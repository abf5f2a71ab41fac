import type { PhoneCodeStatus } from '@reveille/contract/phones'
import type { Services } from '../platform/services.ts'
import { lastCodeOf } from '../sign-in/codes/codes.sql.ts'
import type { WithPhoneNumbers } from './phone-number-check.ts'

/** A text usually leaves within a second, and within a few when the first try fails. */
const LATE_AFTER_MS = 5_000

/**
 * What became of the code that this person asked for in this browser (PHONE-6); nobody else's is looked at (S14).
 * `late` as long as the carrier hasn't answered, whatever keeps it: the text may still come. Once the code has expired,
 * none will.
 */
export async function phoneCodeStatus(
  { db, clock, phoneNumbers }: Services & WithPhoneNumbers,
  { userId, phone, browserHash }: { userId: number; phone: string; browserHash: string },
): Promise<PhoneCodeStatus['status']> {
  const number = phoneNumbers.check(phone)
  if (number.outcome === 'refused') return 'none'
  const last = await lastCodeOf(db, { address: number.e164, purpose: `phone:${userId}`, browserHash })
  if (last === null) return 'none'
  if (last.sending !== null) return last.sending
  const now = clock.now()
  if (last.expiresAt <= now) return 'none'
  return last.createdAt > now - LATE_AFTER_MS ? 'waiting' : 'late'
}
