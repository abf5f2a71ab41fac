import type { PhoneCodeStatus } from '@reveille/contract/phones'
import { NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { zonesOfCountry, type Instant } from '@reveille/core/time/time-zone'
import { callerNumberFor } from '../people/caller-number.ts'
import { hasStopped } from '../people/opt-outs.sql.ts'
import { withPerson } from '../people/with-person.ts'
import type { Services } from '../platform/services.ts'
import type { WithCaptcha } from '../sign-in/captcha/captcha.ts'
import type { CodePurpose, CodeWay } from '../sign-in/codes/codes.sql.ts'
import { countUnusedText, nightCalls, passNumberLimit, waitForNumber } from '../sign-in/codes/number-wait.ts'
import { findRequestedCode, isNightIn, requestCode, type CodeRequested } from '../sign-in/codes/request-code.ts'
import { passPhoneCodeLimits } from '../sign-in/codes/text-code-limits.ts'
import { secondRefusal, type SecondRefusal } from './accept-number.ts'
import { wasNumberChanged } from './number-changes.sql.ts'
import { hasNumber, type Place } from './numbers.sql.ts'
import type { NotCallable, WithPhoneNumbers } from './phone-number-port.ts'

type PhoneCodeWanted = {
  userId: number
  phone: string
  as: Place
  way: CodeWay
  browserHash: string
  signedInAt: Instant
  /** Whether they recently signed in or entered an emailed code. */
  isProven: boolean
  ip: string
  captcha: string | undefined
}

export type PhoneCodeRequested =
  | Exclude<CodeRequested, { outcome: 'sent' }>
  | { outcome: 'sent'; by: CodeWay }
  | NotCallable
  | { outcome: SecondRefusal }
  | { outcome: 'texts-stopped'; callerNumber: string }

/**
 * Sends a code by text or call; landlines always get a call. Doesn't check whether another account has the number:
 * sending must not reveal it, and the proof decides. Reports last that a number stopped our texts, to those who passed
 * captcha and limits, the same way for a deleted account.
 */
export async function sendPhoneCode(
  services: Services & WithPhoneNumbers & WithCaptcha,
  wanted: PhoneCodeWanted,
): Promise<PhoneCodeRequested> {
  const { config, db, clock } = services
  const { userId, as, browserHash } = wanted
  const number = services.phoneNumbers.check(wanted.phone)
  if (number.outcome === 'refused') return { ...number, outcome: 'not-callable' }
  const { country, e164: phone, isLandline = false, isNewRange = false } = number
  const by = config.texts && !isLandline ? wanted.way : 'call'
  const refusal =
    as === 'second' ? await withPerson(services, userId, async (_tx, callee) => secondRefusal(callee, phone)) : null
  if (refusal !== null) return { outcome: refusal }
  const owner = { address: phone, purpose: phonePurpose(as, userId), browserHash }
  const limits = async () => {
    const isTheirs = await isTheirNumber(services, wanted, phone)
    const waited = isTheirs ? PASSED : await waitForNumber(services, phone)
    if (waited.outcome !== 'passed') return waited
    const passed = await passPhoneCodeLimits(services, { ...wanted, owner, country, isNewRange })
    if (passed.outcome !== 'passed') return passed
    if (by === 'text' && (await hasStopped(db, config, 'texts', phone))) {
      return { outcome: 'texts-stopped' as const, callerNumber: await callerNumberFor(services, phone) }
    }
    if (by === 'call' && !isTheirs && isNightEverywhereIn(country, clock.now())) {
      const rings = await passNumberLimit(services, phone, nightCalls)
      if (rings.outcome !== 'passed') return rings
    }
    await countUnusedText(services, phone)
    return passed
  }
  const requested = await requestCode<Exclude<PhoneCodeRequested, { outcome: 'sent' }>>(services, owner, limits, by)
  return requested.outcome === 'sent' ? { outcome: 'sent', by } : requested
}

/** A number doesn't tell its zone, so night is when every zone of its country has it. */
function isNightEverywhereIn(country: string, now: Instant): boolean {
  const zones = zonesOfCountry(country)
  return zones.length > 0 && zones.every((zone) => isNightIn(zone, now))
}

const PASSED = { outcome: 'passed' } as const

/** Whether the number is theirs, or was within the last week, and they recently proved who they are. */
async function isTheirNumber(
  { db, clock }: Services,
  { userId, isProven }: PhoneCodeWanted,
  phone: string,
): Promise<boolean> {
  if (!isProven) return false
  if (await hasNumber(db, { userId, phone })) return true
  return wasNumberChanged(db, { userId, since: clock.now() - NUMBER_CHANGES_KEPT_MS, formerPhone: phone })
}

/** A text usually leaves within a second, or a few seconds when the first attempt fails. */
const LATE_AFTER_MS = 5_000

/**
 * The delivery state of this person's code in this browser. `late` while the carrier hasn't answered: the text may
 * still come, until the code expires. Later callbacks replace the carrier's first answer.
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

/** A code requested for a second number can't verify a first one. */
export const phonePurpose = (as: Place, userId: number): CodePurpose =>
  `${as === 'first' ? 'phone' : 'second'}:${userId}`
