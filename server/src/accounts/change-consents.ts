import type { Callee } from '@reveille/core/people/callable'
import { insertConsent, recordingConsentSince, withdrawConsent } from '../people/consents.sql.ts'
import { isAccountStale } from '../people/expected-account.ts'
import { withPerson } from '../people/with-person.ts'
import type { AskedFrom } from '../platform/audit/account-events.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { rewordPlannedCalls } from '../schedules/planner/reword-calls.ts'
import { stopCalls } from '../schedules/stop-calls.ts'

/** Calls are turned back on by `resumeByCode` and `resumeByUndo` alone. */
export type ConsentsWanted = { recording?: boolean | undefined; calls?: false | undefined }

/**
 * Gives or withdraws consents, each with one press (S40); repeating one changes nothing. Of an account that isn't
 * `expected` any more, everything stays: then false.
 */
export async function changeConsents(
  services: Services,
  { userId, from }: { userId: number; from: AskedFrom },
  { recording, calls }: ConsentsWanted,
  expected?: Expected,
): Promise<boolean> {
  const isChanged = await withPerson(services, userId, async (tx, callee) => {
    if (await isAccountStale(tx, userId, expected)) return false
    if (callee === null) return true
    if (recording !== undefined) await setRecording(services, tx, { userId, from, recording })
    if (calls === false && !callee.optedOutOfCalls) await turnCallsOff(services, tx, callee, from)
    return true
  })
  if (!isChanged) return false
  services.live.publish(userId, 'account')
  if (calls !== undefined) services.live.publish(userId, 'schedules')
  return true
}

/** The messages of coming calls are composed anew: they announce the recording, or do not (CALL-13). */
async function setRecording(
  services: Services,
  tx: Tx,
  { userId, from, recording }: { userId: number; from: AskedFrom; recording: boolean },
): Promise<void> {
  const now = services.clock.now()
  if (recording === ((await recordingConsentSince(tx, userId)) !== null)) return
  if (recording) await insertConsent(tx, { userId, kind: 'recording', from, now })
  else await withdrawConsent(tx, { userId, kind: 'recording', from, now })
  await rewordPlannedCalls(services, tx, userId)
}

/** The same as 0 0 on the phone (CALL-7), and can be undone. */
async function turnCallsOff(services: Services, tx: Tx, { userId, phone }: Callee, from: AskedFrom): Promise<void> {
  await withdrawConsent(tx, { userId, kind: 'calls', from, now: services.clock.now() })
  await stopCalls(services, tx, userId, { phone, rangSecond: false, canUndo: true })
}
