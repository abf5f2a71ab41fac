import { CODE_DIGITS } from '@reveille/core/sign-in/one-time-code'
import type { CarrierSetup } from './carrier-setup.ts'
import { unseen, type Finding, type Installation } from './finding.ts'

/** What a service that draws its own codes means. */
export const NO_CODES_OF_OURS =
  'custom codes are off at the verification service: it would draw its own, and nobody could prove a phone'

/** Whether the service that sends codes takes ours; nothing where there is none. */
export function ofVerification({ account, verification }: CarrierSetup, home: Installation): Finding[] {
  const { verifyServiceSid: sid = null } = home
  if (verification === null || sid === null) return []
  const what = 'Verification service'
  if ('unseen' in verification)
    return verification.unseen === 404 && 'seen' in account
      ? [{ what, state: 'wrong', says: `there is no ${sid}`, todo: 'correct TWILIO_VERIFY_SERVICE_SID' }]
      : [unseen(what, verification.unseen)]
  const { custom_code_enabled: takesOurs, code_length: digits } = verification.seen
  if (takesOurs && digits === CODE_DIGITS) return [{ what, state: 'right', says: 'it sends our codes' }]
  return [
    {
      what,
      state: 'wrong',
      says: takesOurs ? `its codes have ${digits} digits, ours ${CODE_DIGITS}` : NO_CODES_OF_OURS,
      todo: `turn on custom codes of ${CODE_DIGITS} digits in the service's settings`,
      mend: {
        part: 'verify',
        path: `/v2/Services/${encodeURIComponent(sid)}`,
        method: 'POST',
        form: { CustomCodeEnabled: 'true', CodeLength: String(CODE_DIGITS) },
      },
      was: { CustomCodeEnabled: String(takesOurs), CodeLength: String(digits) },
    },
  ]
}
