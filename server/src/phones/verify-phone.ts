import type { Account } from '../people/people.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { countTry, type CodeVerdict } from '../sign-in/codes/guess-limit.ts'
import { countTextedCode } from '../sign-in/codes/watch-texted-codes.ts'
import { redeemCode } from '../sign-in/codes/with-code.ts'
import { acceptNumber } from './accept-number.ts'
import type { WithPhoneNumbers } from './phone-number-check.ts'

export type PhoneProof = { userId: number; phone: string; otp: string; browserHash: string; ip: string }

export type PhoneVerification =
  | { outcome: 'verified'; account: Account }
  | { outcome: Exclude<CodeVerdict, 'right'> }
  | { outcome: 'not-callable'; message: string }

/** Makes a number this person's when the code that was texted to it is entered; until then the old one stays (PHONE-11). */
export async function verifyPhone(
  services: Services & WithPhoneNumbers,
  { userId, phone, otp, browserHash, ip }: PhoneProof,
): Promise<PhoneVerification> {
  const number = services.phoneNumbers.check(phone)
  if (number.outcome === 'refused') return { outcome: 'not-callable', message: number.message }
  const owner = { address: number.e164, purpose: `phone:${userId}`, browserHash } as const
  const result = await inTransaction(
    services.db,
    async (tx): Promise<Exclude<PhoneVerification, { outcome: 'not-callable' }>> => {
      const verdict = await redeemCode(services, tx, owner, otp)
      if (verdict !== 'right') return { outcome: verdict }
      return { outcome: 'verified', account: await acceptNumber(services, tx, { userId, phone: number.e164, ip }) }
    },
  )
  await countTry(services, owner, result.outcome === 'verified' ? 'right' : result.outcome)
  if (result.outcome !== 'verified') return result
  await countTextedCode(services, number.country, 'used')
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  return result
}
