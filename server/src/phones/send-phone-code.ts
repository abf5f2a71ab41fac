import { NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import type { Instant } from '@reveille/core/time/time-zone'
import { callerNumberFor } from '../people/caller-number.ts'
import { hasStoppedTexts } from '../people/kept-opt-outs.ts'
import { withPerson } from '../people/with-person.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from '../sign-in/captcha/captcha.ts'
import type { CodeWay } from '../sign-in/codes/codes.sql.ts'
import { countUnusedText, waitForNumber } from '../sign-in/codes/number-wait.ts'
import { requestCode, type CodeRequested } from '../sign-in/codes/request-code.ts'
import { passPhoneCodeLimits } from '../sign-in/codes/text-code-limits.ts'
import { wasNumberChanged } from './number-changes.sql.ts'
import { phonePurpose } from './number-purpose.ts'
import { hasNumber, type Place } from './numbers.sql.ts'
import type { NotCallable, WithPhoneNumbers } from './phone-number-check.ts'
import { secondRefusal, type SecondRefusal } from './second-refusal.ts'

export type PhoneCodeWanted = {
  userId: number
  phone: string
  as: Place
  way: CodeWay
  browserHash: string
  /** When the requesting session began. */
  signedInAt: Instant
  /** They signed in or entered a mailed code recently. */
  isProven: boolean
  ip: string
  captcha: string | undefined
}

export type PhoneCodeRequested =
  | CodeRequested
  | NotCallable
  | { outcome: SecondRefusal }
  | { outcome: 'texts-stopped'; callerNumber: string }

/**
 * Texts a code to a number that may be called, or calls it with one, under the same limits. Whether another account holds
 * it is not checked: sending never reveals it, and the proof decides (PHONE-11). That a number stopped our texts is told last, to those who passed captcha and
 * limits, and is all the same under a deleted account (S73).
 */
export async function sendPhoneCode(
  services: Services & WithPhoneNumbers & WithCaptcha,
  wanted: PhoneCodeWanted,
): Promise<PhoneCodeRequested> {
  const { config, db } = services
  const { userId, as, browserHash } = wanted
  const way = config.texts ? wanted.way : 'call'
  const number = services.phoneNumbers.check(wanted.phone)
  if (number.outcome === 'refused') return { ...number, outcome: 'not-callable' }
  const { country, e164: phone, isNewRange = false } = number
  const refusal =
    as === 'second' ? await withPerson(services, userId, async (_tx, callee) => secondRefusal(callee, phone)) : null
  if (refusal !== null) return { outcome: refusal }
  const owner = { address: phone, purpose: phonePurpose(as, userId), browserHash }
  const limits = async () => {
    const waited = (await isTheirNumber(services, wanted, phone)) ? PASSED : await waitForNumber(services, phone)
    if (waited.outcome !== 'passed') return waited
    const passed = await passPhoneCodeLimits(services, { ...wanted, owner, country, isNewRange })
    if (passed.outcome !== 'passed') return passed
    if (way === 'text' && (await hasStoppedTexts(db, config, phone))) {
      return { outcome: 'texts-stopped' as const, callerNumber: await callerNumberFor(services, phone) }
    }
    await countUnusedText(services, phone)
    return passed
  }
  return requestCode<Exclude<PhoneCodeRequested, { outcome: 'sent' }>>(services, owner, limits, way)
}

const PASSED = { outcome: 'passed' } as const

/** Whether it is this person's number or was within a week, and they proved recently who they are (S11). */
async function isTheirNumber(
  { db, clock }: Services,
  { userId, isProven }: PhoneCodeWanted,
  phone: string,
): Promise<boolean> {
  if (!isProven) return false
  if (await hasNumber(db, { userId, phone })) return true
  return wasNumberChanged(db, { userId, since: clock.now() - NUMBER_CHANGES_KEPT_MS, formerPhone: phone })
}
