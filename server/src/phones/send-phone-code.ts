import type { Instant } from '@reveille/core/time/time-zone'
import { recallStopped } from '../people/kept-opt-outs.ts'
import { hasStoppedTexts } from '../people/opt-outs.sql.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from '../sign-in/captcha/captcha.ts'
import type { LimitsPassed } from '../sign-in/codes/email-code-limits.ts'
import { issueCode, wasJustIssued } from '../sign-in/codes/request-code.ts'
import { passPhoneCodeLimits } from '../sign-in/codes/text-code-limits.ts'
import { countTextedCode } from '../sign-in/codes/watch-texted-codes.ts'
import type { WithPhoneNumbers } from './phone-number-check.ts'

export type PhoneCodeWanted = {
  userId: number
  phone: string
  browserHash: string
  /** When the session that asks was begun. */
  signedInAt: Instant
  ip: string
  captcha: string | undefined
}

export type PhoneCodeRequested =
  | { outcome: 'sent' }
  | { outcome: 'not-callable'; message: string }
  | { outcome: 'texts-stopped'; callerNumber: string }
  | Exclude<LimitsPassed, { outcome: 'passed' }>

/**
 * Texts a code to a number that may be called. Whether another account holds it is not looked at: sending never says
 * so, and the proof decides (PHONE-11).
 */
export async function sendPhoneCode(
  services: Services & WithPhoneNumbers & WithCaptcha,
  wanted: PhoneCodeWanted,
): Promise<PhoneCodeRequested> {
  const { userId, browserHash } = wanted
  const number = services.phoneNumbers.check(wanted.phone)
  if (number.outcome === 'refused') return { outcome: 'not-callable', message: number.message }
  await recallStopped(services.db, services.config, number.e164)
  if (await hasStoppedTexts(services.db, number.e164)) {
    return { outcome: 'texts-stopped', callerNumber: services.config.carrier.callerNumber }
  }
  const owner = { address: number.e164, purpose: `phone:${userId}`, browserHash } as const
  if (await wasJustIssued(services, owner)) return { outcome: 'sent' }
  const limits = await passPhoneCodeLimits(services, { ...wanted, owner, country: number.country })
  if (limits.outcome !== 'passed') return limits
  await issueCode(services, owner)
  await countTextedCode(services, number.country, 'sent')
  return { outcome: 'sent' }
}
