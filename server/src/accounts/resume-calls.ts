import { insertConsent } from '../people/consents.sql.ts'
import { isAccountStale } from '../people/expected-account.ts'
import { lockCallee, withPerson } from '../people/with-person.ts'
import type { AskedFrom } from '../platform/audit/account-events.sql.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { resumeCalls, undoStop } from '../schedules/stop-calls.ts'
import { isNumberOf, withCallsCode, type CallsCodeAsker } from '../sign-in/calls-code.ts'

/** Or the account changed elsewhere since it was seen: nothing was done, and the code stays good. */
type Resumed = true | { keepsCode: true }

/** Turns calls back on with the code that was texted to the number (CALL-7, S72). Schedules stay paused until each is resumed. */
export async function resumeByCode(
  services: Services,
  { from, otp, expected, ...asker }: CallsCodeAsker & { from: AskedFrom; otp: string; expected?: Expected },
): Promise<Awaited<ReturnType<typeof withCallsCode<Resumed>>> | { outcome: 'changed-elsewhere' }> {
  const { userId, as } = asker
  const tried = await withCallsCode(services, asker, otp, async (tx, phone): Promise<Resumed | null> => {
    const callee = await lockCallee(tx, userId)
    if (!isNumberOf(callee, as, phone)) return null // another number since
    if (await isAccountStale(tx, userId, expected)) return { keepsCode: true }
    await resumeCalls(services, tx, userId, phone)
    await insertConsent(tx, { userId, kind: 'calls', from, now: services.clock.now() })
    return true
  })
  if (tried.outcome === 'right') {
    if (tried.value !== true) return { outcome: 'changed-elsewhere' }
    services.live.publish(userId, 'account')
    services.live.publish(userId, 'schedules')
  }
  return tried
}

/** Takes back that calls were turned off under Account, within two minutes; the schedules that this had paused ring again. */
export async function resumeByUndo(
  services: Services,
  { userId, from, expected }: { userId: number; from: AskedFrom; expected?: Expected },
): Promise<{ outcome: 'calls-on' | 'calls-stopped' | 'changed-elsewhere' }> {
  const outcome = await withPerson(services, userId, async (tx, callee) => {
    if (await isAccountStale(tx, userId, expected)) return 'changed-elsewhere'
    if (callee === null || callee.phone === null || !callee.optedOutOfCalls) return 'calls-on'
    if (!(await undoStop(services, tx, userId, callee.phone))) return 'calls-stopped'
    await insertConsent(tx, { userId, kind: 'calls', from, now: services.clock.now() })
    return 'calls-on'
  })
  services.live.publish(userId, 'account')
  services.live.publish(userId, 'schedules')
  return { outcome }
}
