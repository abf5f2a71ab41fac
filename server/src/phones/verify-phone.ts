import type { Account } from '../people/people.sql.ts'
import type { AskedFrom } from '../platform/audit/asked-from.ts'
import type { Services } from '../platform/services.ts'
import { forgetUnusedTexts } from '../sign-in/codes/number-wait.ts'
import { countTextedCode } from '../sign-in/codes/watch-texted-codes.ts'
import { withCode, type CodeRefused } from '../sign-in/codes/with-code.ts'
import { acceptNumber } from './accept-number.ts'
import type { NotCallable, WithPhoneNumbers } from './phone-number-check.ts'

export type PhoneProof = { userId: number; phone: string; otp: string; browserHash: string; from: AskedFrom }

export type PhoneVerification = { outcome: 'verified'; account: Account } | CodeRefused | NotCallable

/** Gives this person a number once the code texted to it is entered; until then the old one stays (PHONE-11). */
export async function verifyPhone(
  services: Services & WithPhoneNumbers,
  { userId, phone, otp, browserHash, from }: PhoneProof,
): Promise<PhoneVerification> {
  const number = services.phoneNumbers.check(phone)
  if (number.outcome === 'refused') return { ...number, outcome: 'not-callable' }
  const owner = { address: number.e164, purpose: `phone:${userId}`, browserHash } as const
  const tried = await withCode(services, owner, otp, (tx) =>
    acceptNumber(services, tx, { userId, phone: number.e164, from }),
  )
  if (tried.outcome !== 'right') return tried
  await countTextedCode(services, number.country, 'used')
  await forgetUnusedTexts(services, number.e164)
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  return { outcome: 'verified', account: tried.value }
}
