import { hasReceivedText } from '../carrier/lost-texts.ts'
import { spendToken } from '../platform/database/single-use.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { forgetUnusedTexts } from '../sign-in/codes/number-wait.ts'
import { countTextedCode } from '../sign-in/codes/text-code-limits.ts'
import { withCode, type CodeRefused } from '../sign-in/codes/with-code.ts'
import { acceptNumber, askBeforeMoving, type Accepted, type ProvenNumber } from './accept-number.ts'
import type { NotCallable, WithPhoneNumbers, WithPhoneProvider } from './phone-number-port.ts'
import { phonePurpose } from './send-phone-code.ts'

type PhoneProof = Omit<ProvenNumber, 'by'> & { otp: string; browserHash: string }

export type PhoneVerification = Accepted | CodeRefused | NotCallable

/** Sets a person's number once they enter its code; the old one stays until then. */
export async function verifyPhone(
  services: Services & WithPhoneNumbers,
  { userId, phone, as, otp, browserHash, from, takeOver }: PhoneProof,
): Promise<PhoneVerification> {
  const number = services.phoneNumbers.check(phone)
  if (number.outcome === 'refused') return { ...number, outcome: 'not-callable' }
  const owner = { address: number.e164, purpose: phonePurpose(as, userId), browserHash }
  // Somebody may have asked for a call because the text was slow. If the text arrived too, the number gets texts.
  const getsTexts = await hasReceivedText(services, number.e164)
  const tried = await withCode(services, owner, otp, (tx, by) =>
    acceptNumber(services, tx, { userId, phone: number.e164, as, by: getsTexts ? 'text' : by, from, takeOver }),
  )
  if (tried.outcome !== 'right') return tried
  if (tried.value.outcome !== 'verified') return tried.value
  await countTextedCode(services, number.country, 'used')
  await forgetUnusedTexts(services, number.e164)
  services.live.publish(userId, 'account', 'schedules')
  return tried.value
}

export type ProviderVerification =
  | Accepted
  | NotCallable
  | { outcome: 'not-configured' | 'forged' | 'old' | 'used' | 'other-number' | 'no-answer' }

/** Sets a number that the phone provider verified; a token counts once. */
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
  services.live.publish(userId, 'account', 'schedules')
  return result
}
