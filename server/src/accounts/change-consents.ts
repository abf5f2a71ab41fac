import type { Person } from '@reveille/core/people/callable'
import { insertConsent, recordingConsentSince, withdrawConsent } from '../people/consents.sql.ts'
import { lockPerson } from '../people/lock-person.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { prepareAnew } from '../schedules/planner/planned-calls.sql.ts'
import { stopAllCalls, wantCallsAgain } from '../schedules/stop-calls.ts'

/** The words beside the switches of the account page; a new version whenever they change. */
const RECORDING_VERSION = '2026-11'
const CALLS_VERSION = '2026-11'

export type ConsentsWanted = { recording?: boolean | undefined; calls?: boolean | undefined }

/** Gives or withdraws what a person agrees to, each with one press (S40); what is named twice the same changes nothing. */
export async function changeConsents(
  services: Services,
  { userId, ip }: { userId: number; ip: string },
  { recording, calls }: ConsentsWanted,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const person = await lockPerson(tx, userId)
    if (person === null) return
    if (recording !== undefined) await setRecording(services, tx, { userId, ip, recording })
    if (calls !== undefined && calls === person.optedOutOfCalls) await setCalls(services, tx, person, { ip, calls })
  })
  services.live.publish(userId, 'account')
  if (calls !== undefined) services.live.publish(userId, 'schedules')
}

/** The words of coming calls are made anew: they say that they are recorded, or do not (CALL-13). */
async function setRecording(
  services: Services,
  tx: Tx,
  { userId, ip, recording }: { userId: number; ip: string; recording: boolean },
): Promise<void> {
  const now = services.clock.now()
  if (recording === ((await recordingConsentSince(tx, userId)) !== null)) return
  if (recording) await insertConsent(tx, { userId, kind: 'recording', version: RECORDING_VERSION, ip, now })
  else await withdrawConsent(tx, userId, 'recording', now)
  await prepareAnew(tx, userId, now)
}

/** The same as 0 0 on the phone and its undoing (CALL-7). Schedules stay paused until each is resumed. */
async function setCalls(
  services: Services,
  tx: Tx,
  person: Person,
  { ip, calls }: { ip: string; calls: boolean },
): Promise<void> {
  const { userId } = person
  const now = services.clock.now()
  if (!calls) {
    await withdrawConsent(tx, userId, 'calls', now)
    return stopAllCalls(services, tx, userId, person.phone)
  }
  await wantCallsAgain(services, tx, person)
  await insertConsent(tx, { userId, kind: 'calls', version: CALLS_VERSION, ip, now })
}
