import type { Instant } from '@reveille/core/time/time-zone'
import { recallStopped } from '../people/kept-opt-outs.ts'
import { hasStoppedTexts } from '../people/opt-outs.sql.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from '../sign-in/captcha/captcha.ts'
import { requestCode, type CodeRequested } from '../sign-in/codes/request-code.ts'
import { passPhoneCodeLimits } from '../sign-in/codes/text-code-limits.ts'
import type { NotCallable, WithPhoneNumbers } from './phone-number-check.ts'

export type PhoneCodeWanted = {
  userId: number
  phone: string
  browserHash: string
  /** When the requesting session began. */
  signedInAt: Instant
  ip: string
  captcha: string | undefined
}

export type PhoneCodeRequested = CodeRequested | NotCallable | { outcome: 'texts-stopped'; callerNumber: string }

/**
 * Texts a code to a number that may be called. Whether another account holds it is not checked: sending never reveals
 * it, and the proof decides (PHONE-11).
 */
export async function sendPhoneCode(
  services: Services & WithPhoneNumbers & WithCaptcha,
  wanted: PhoneCodeWanted,
): Promise<PhoneCodeRequested> {
  const { userId, browserHash } = wanted
  const number = services.phoneNumbers.check(wanted.phone)
  if (number.outcome === 'refused') return { ...number, outcome: 'not-callable' }
  await recallStopped(services.db, services.config, number.e164)
  if (await hasStoppedTexts(services.db, number.e164)) {
    return { outcome: 'texts-stopped', callerNumber: services.config.carrier.callerNumber }
  }
  const owner = { address: number.e164, purpose: `phone:${userId}`, browserHash } as const
  const { country } = number
  return requestCode(services, owner, () => passPhoneCodeLimits(services, { ...wanted, owner, country }))
}
