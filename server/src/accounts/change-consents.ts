import type { Callee } from '@reveille/core/people/callable'
import { insertConsent, recordingConsentSince, withdrawConsent } from '../people/consents.sql.ts'
import { withPerson } from '../people/with-person.ts'
import type { AskedFrom } from '../platform/audit/asked-from.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { rewordPlannedCalls } from '../schedules/planner/reword-calls.ts'
import { resumeCalls, stopCalls } from '../schedules/stop-calls.ts'

export type ConsentsWanted = { recording?: boolean | undefined; calls?: boolean | undefined }

/** Gives or withdraws consents, each with one press (S40); repeating one changes nothing. */
export async function changeConsents(
  services: Services,
  { userId, from }: { userId: number; from: AskedFrom },
  { recording, calls }: ConsentsWanted,
): Promise<void> {
  await withPerson(services, userId, async (tx, callee) => {
    if (callee === null) return
    if (recording !== undefined) await setRecording(services, tx, { userId, from, recording })
    if (calls !== undefined && calls === callee.optedOutOfCalls) await setCalls(services, tx, callee, { from, calls })
  })
  services.live.publish(userId, 'account')
  if (calls !== undefined) services.live.publish(userId, 'schedules')
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

/** The same as 0 0 on the phone and its reversal (CALL-7). Schedules stay paused until each is resumed. */
async function setCalls(
  services: Services,
  tx: Tx,
  callee: Callee,
  { from, calls }: { from: AskedFrom; calls: boolean },
): Promise<void> {
  const { userId } = callee
  const now = services.clock.now()
  if (!calls) {
    await withdrawConsent(tx, { userId, kind: 'calls', from, now })
    return stopCalls(services, tx, userId, callee.phone)
  }
  await resumeCalls(services, tx, callee)
  await insertConsent(tx, { userId, kind: 'calls', from, now })
}
