import { callConsent } from '@reveille/core/consents/consents'
import type { Callee } from '@reveille/core/people/callable'
import { chooseMails, type MailsWanted } from '../notices/unsubscribe.ts'
import { insertConsent, recordingConsentSince, withdrawConsent } from '../people/consents.sql.ts'
import { setLadderAsked } from '../people/people.sql.ts'
import { isAccountStale, lockCallee, withPerson } from '../people/with-person.ts'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { rewordPlannedCalls } from '../schedules/planner/reword-calls.ts'
import { resumeCalls, stopCalls, undoStop } from '../schedules/stop-calls.ts'
import { isNumberOf, withCallsCode, type CallsCodeAsker } from '../sign-in/calls-code.ts'
import { setCalendarHash, setNames } from './accounts.sql.ts'

type AccountWanted = {
  name?: string | undefined
  /** Null or empty for none. */
  spokenName?: string | null | undefined
  mails?: MailsWanted | undefined
}

/**
 * Changes a person's name, how it is said, and their choice of emails; omitted fields stay. Of an account that isn't
 * `expected` any more, everything stays: then false.
 */
export async function changeAccount(
  services: Services,
  userId: number,
  { name, spokenName, mails }: AccountWanted,
  expected?: Expected,
): Promise<boolean> {
  const now = services.clock.now()
  const isChanged = await withPerson(services, userId, async (tx) => {
    if (await isAccountStale(tx, userId, expected)) return false
    if (name !== undefined) await setNames(tx, userId, { name }, now)
    if (spokenName !== undefined) await setNames(tx, userId, { spoken_name: spokenName || null }, now)
    if (mails !== undefined) await chooseMails(tx, userId, mails, now)
    return true
  })
  if (!isChanged) return false
  services.live.publish(userId, 'account')
  // Their calls say the name.
  if (name !== undefined || spokenName !== undefined) services.live.publish(userId, 'schedules')
  return true
}

/**
 * Makes a person's calendar URL, and returns it: we keep its hash alone, and can't show it again. An earlier URL shows
 * nothing from now on (ACCT-4, S54).
 */
export async function resetCalendar(
  { db, clock, live, config }: Services,
  userId: number,
  from: AskedFrom,
): Promise<string> {
  const secret = newSecret()
  await inTransaction(db, async (tx) => {
    await setCalendarHash(tx, userId, hashOfSecret(secret))
    await noteAccountEvent(tx, { userId, now: clock.now(), from }, { kind: 'calendar-reset' })
  })
  live.publish(userId, 'account')
  return `${config.publicUrl}/api/calendar/${secret}.ics`
}

/**
 * Answers, once, whether up to nine calls on one morning are fine (WAKE-15). A yes is stored as a consent to today's
 * words; after a no the old two retries hold. A second press changes nothing.
 */
export async function answerLadder(
  services: Services,
  { userId, from }: { userId: number; from: AskedFrom },
  agreed: boolean,
): Promise<void> {
  await withPerson(services, userId, async (tx, callee) => {
    if (callee === null || !callee.phoneVerified || callee.agreedToLadder) return
    const now = services.clock.now()
    const { version } = callConsent(services.config.texts)
    if (agreed) await insertConsent(tx, { userId, kind: 'calls-and-texts', from, now, version })
    await setLadderAsked(tx, userId, now)
  })
  services.live.publish(userId, 'account')
}

/** Calls are turned back on by `resumeByCode` and `resumeByUndo` alone. */
type ConsentsWanted = { recording?: boolean | undefined; calls?: false | undefined }

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
