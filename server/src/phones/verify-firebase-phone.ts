import { spendToken } from '../platform/database/single-use.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { acceptNumber, askBeforeMoving, type Accepted, type ProvenNumber } from './accept-number.ts'
import type { NotCallable, WithPhoneNumbers } from './phone-number-check.ts'
import type { WithPhoneProvider } from './phone-provider.ts'

export type ProviderVerification =
  | Accepted
  | NotCallable
  | { outcome: 'not-configured' | 'forged' | 'old' | 'used' | 'other-number' | 'no-answer' }

/** Gives this person a number that the phone provider proved (PHONE-4); a token counts once. */
export async function verifyFirebasePhone(
  services: Services & WithPhoneProvider & WithPhoneNumbers,
  { userId, phone, as, token, from, takeOver }: Omit<ProvenNumber, 'by'> & { token: string },
): Promise<ProviderVerification> {
  if (services.phoneProvider === null) return { outcome: 'not-configured' }
  const number = services.phoneNumbers.check(phone)
  if (number.outcome === 'refused') return { ...number, outcome: 'not-callable' }
  const proof = await services.phoneProvider.readToken(token)
  if (proof.outcome !== 'proven') return proof
  if (proof.phone !== number.e164) return { outcome: 'other-number' }
  const result = await inTransaction(services.db, async (tx): Promise<ProviderVerification> => {
    const wanted = { userId, phone: number.e164, as, by: 'text', from, takeOver } as const
    const held = await askBeforeMoving(tx, wanted)
    if (held !== null) return held
    if (!(await spendToken(tx, hashOfSecret(`phone token ${token}`), proof.expiresAt))) return { outcome: 'used' }
    return acceptNumber(services, tx, wanted)
  })
  if (result.outcome !== 'verified') return result
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  return result
}
