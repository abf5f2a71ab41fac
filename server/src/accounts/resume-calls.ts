import type { Callee } from '@reveille/core/people/callable'
import { insertConsent } from '../people/consents.sql.ts'
import { hasStoppedTexts } from '../people/kept-opt-outs.ts'
import { lockCallee, withPerson } from '../people/with-person.ts'
import type { Services } from '../platform/services.ts'
import { resumeCalls } from '../schedules/stop-calls.ts'
import { passCallsCodeLimit } from '../sign-in/codes/calls-code-limit.ts'
import type { CodeOwner } from '../sign-in/codes/codes.sql.ts'
import type { LimitsRefused } from '../sign-in/codes/email-code-limits.ts'
import { requestCode } from '../sign-in/codes/request-code.ts'
import { withCode, type CodeRefused } from '../sign-in/codes/with-code.ts'

type Asking = { userId: number; browserHash: string }
type NothingToLift = { outcome: 'calls-on' | 'phone-not-verified' }
type CallsCodeRefused = LimitsRefused | { outcome: 'texts-stopped' }

/**
 * Texts the code that turns stopped calls back on to the number that they were stopped for, once a day (S72): a session
 * may be somebody else's by now, the phone is not.
 */
export async function requestCallsCode(
  services: Services,
  asking: Asking,
): Promise<{ outcome: 'sent' } | NothingToLift | CallsCodeRefused> {
  const owner = await codeOwner(services, asking)
  if ('outcome' in owner) return owner
  return requestCode<CallsCodeRefused>(services, owner, async () => {
    if (await hasStoppedTexts(services.db, services.config, owner.address)) return { outcome: 'texts-stopped' }
    return passCallsCodeLimit(services, owner.address)
  })
}

/** Turns calls back on with that code (CALL-7). Schedules stay paused until each is resumed. */
export async function resumeByCode(
  services: Services,
  { ip, otp, ...asking }: Asking & { ip: string; otp: string },
): Promise<{ outcome: 'resumed' } | NothingToLift | CodeRefused> {
  const { userId } = asking
  const owner = await codeOwner(services, asking)
  if ('outcome' in owner) return owner
  const tried = await withCode(services, owner, otp, async (tx) => {
    const callee = await lockCallee(tx, userId)
    if (callee?.phone !== owner.address || !callee.phoneVerified) return null // another number since
    await resumeCalls(services, tx, callee)
    await insertConsent(tx, { userId, kind: 'calls', ip, now: services.clock.now() })
    return true
  })
  if (tried.outcome !== 'right') return tried
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  return { outcome: 'resumed' }
}

async function codeOwner(services: Services, { userId, browserHash }: Asking): Promise<CodeOwner | NothingToLift> {
  const callee = await withPerson(services, userId, (_tx, locked) => Promise.resolve(locked))
  if (callee === null || !callee.optedOutOfCalls) return { outcome: 'calls-on' }
  const phone = provenPhone(callee)
  if (phone === null) return { outcome: 'phone-not-verified' }
  return { address: phone, purpose: `calls:${userId}`, browserHash }
}

const provenPhone = ({ phone, phoneVerified }: Callee) => (phoneVerified ? phone : null)
