import type { PhoneCodeStatus } from '@reveille/contract/phones'
import type { Services } from '../platform/services.ts'
import { findRequestedCode } from '../sign-in/codes/request-code.ts'
import { phonePurpose } from './number-purpose.ts'
import type { Place } from './numbers.sql.ts'
import type { WithPhoneNumbers } from './phone-number-check.ts'

/** A text usually leaves within a second, and within a few when the first attempt fails. */
const LATE_AFTER_MS = 5_000

/**
 * The delivery state of the code that this person requested in this browser (PHONE-6); no other is looked at (S14).
 * `late` while the carrier has not answered, for whatever reason: the text may still come. Once the code has expired,
 * none will. What the carrier tells later replaces its first answer.
 */
export async function phoneCodeStatus(
  services: Services & WithPhoneNumbers,
  { userId, phone, as, browserHash }: { userId: number; phone: string; as: Place; browserHash: string },
): Promise<PhoneCodeStatus['status']> {
  const number = services.phoneNumbers.check(phone)
  if (number.outcome === 'refused') return 'none'
  const owner = { address: number.e164, purpose: phonePurpose(as, userId), browserHash }
  const last = await findRequestedCode(services, owner)
  if (last === null) return 'none'
  if (last.delivery !== null) return last.delivery === 'delivered' ? 'sent' : last.delivery
  const isCall = last.way === 'call'
  if (last.sending === 'sent') return isCall ? 'calling' : 'sent'
  if (last.sending !== null) return isCall && last.sending !== 'invalid-number' ? 'call-refused' : last.sending
  const now = services.clock.now()
  if (last.expiresAt <= now) return 'none'
  if (last.createdAt > now - LATE_AFTER_MS) return 'waiting'
  return isCall ? 'call-late' : 'late'
}
