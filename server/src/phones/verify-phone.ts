import type { Services } from '../platform/services.ts'
import { forgetUnusedTexts } from '../sign-in/codes/number-wait.ts'
import { countTextedCode } from '../sign-in/codes/watch-texted-codes.ts'
import { withCode, type CodeRefused } from '../sign-in/codes/with-code.ts'
import { acceptNumber, type Accepted, type ProvenNumber } from './accept-number.ts'
import { phonePurpose } from './number-purpose.ts'
import type { NotCallable, WithPhoneNumbers } from './phone-number-check.ts'

export type PhoneProof = Omit<ProvenNumber, 'by'> & { otp: string; browserHash: string }

export type PhoneVerification = Accepted | CodeRefused | NotCallable

/** Gives this person a number once the code sent to it is entered; until then the old one stays (PHONE-11). */
export async function verifyPhone(
  services: Services & WithPhoneNumbers,
  { userId, phone, as, otp, browserHash, from, takeOver }: PhoneProof,
): Promise<PhoneVerification> {
  const number = services.phoneNumbers.check(phone)
  if (number.outcome === 'refused') return { ...number, outcome: 'not-callable' }
  const owner = { address: number.e164, purpose: phonePurpose(as, userId), browserHash }
  const tried = await withCode(services, owner, otp, (tx, by) =>
    acceptNumber(services, tx, { userId, phone: number.e164, as, by, from, takeOver }),
  )
  if (tried.outcome !== 'right') return tried
  if (tried.value.outcome !== 'verified') return tried.value
  await countTextedCode(services, number.country, 'used')
  await forgetUnusedTexts(services, number.e164)
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  return tried.value
}
