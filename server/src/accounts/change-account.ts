import { callConsent } from '@reveille/core/consents/consents'
import type { Callee } from '@reveille/core/people/callable'
import { chooseMails, type MailsWanted } from '../notices/unsubscribe.ts'
import { consentSince, insertConsent, withdrawConsent } from '../people/consents.sql.ts'
import { setLadderAsked, setSignalled } from '../people/people.sql.ts'
import { isAccountStale, lockCallee, withPerson } from '../people/with-person.ts'
import { type AskedFrom, noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import { hashOfSecret, newSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { rewordPlannedCalls } from '../schedules/planner/plan-calls.ts'
import { resumeCalls, stopCalls, undoStop } from '../schedules/stop-calls.ts'
import { type CallsCodeAsker, isNumberOf, withCallsCode } from '../sign-in/calls-code.ts'
import { setCalendarHash, setNames } from './accounts.sql.ts'

type AccountWanted = {
  name?: string | undefined
  /** Null or empty removes it. */
  spokenName?: string | null | undefined
  mails?: MailsWanted | undefined
}

/** Omitted fields stay. Changes nothing and returns false if the account no longer matches `expected`. */
export async function changeAccount(
  services: Services,
  userId: number,
  { name, spokenName, mails }: AccountWanted,
  expected?: Expected,
): Promise<boolean> {
  const now = services.clock.now()
  const changesName = name !== undefined || spokenName !== undefined // calls say it
  const isChanged = await withPerson(services, userId, async (tx) => {
    if (await isAccountStale(tx, userId, expected)) return false
    if (name !== undefined) await setNames(tx, userId, { name }, now)
    if (spokenName !== undefined) await setNames(tx, userId, { spoken_name: spokenName || null }, now)
    if (mails !== undefined) await chooseMails(tx, userId, mails, now)
    if (changesName) await rewordPlannedCalls(services, tx, userId)
    return true
  })
  if (!isChanged) return false
  services.live.publish(userId, 'account')
  if (changesName) services.live.publish(userId, 'schedules')
  return true
}

/** Creates a calendar URL and voids any earlier one. We store only its hash, so it can't be shown again. */
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
 * Records, once, whether a person agrees to up to nine calls on one morning. A yes is a consent to today's text; a no
 * keeps the previous two retries. A second press changes nothing.
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

/** Only `resumeByCode` and `resumeByUndo` turn calls back on. */
type ConsentsWanted = { recording?: boolean | undefined; signals?: boolean | undefined; calls?: false | undefined }

/** Idempotent. Changes nothing and returns false if the account no longer matches `expected`. */
export async function changeConsents(
  services: Services,
  { userId, from }: { userId: number; from: AskedFrom },
  { recording, signals, calls }: ConsentsWanted,
  expected?: Expected,
): Promise<boolean> {
  const isChanged = await withPerson(services, userId, async (tx, callee) => {
    if (await isAccountStale(tx, userId, expected)) return false
    if (callee === null) return true
    if (recording !== undefined) await setConsent(services, tx, { userId, from }, { kind: 'recording', on: recording })
    if (signals === false || (signals && services.config.webhook !== null))
      await setConsent(services, tx, { userId, from }, { kind: 'signals', on: signals })
    if (calls === false && !callee.optedOutOfCalls) await turnCallsOff(services, tx, callee, from)
    return true
  })
  if (!isChanged) return false
  services.live.publish(userId, 'account')
  if (calls !== undefined) services.live.publish(userId, 'schedules')
  return true
}

/** Rewords planned calls where a call announces it. */
async function setConsent(
  services: Services,
  tx: Tx,
  { userId, from }: { userId: number; from: AskedFrom },
  { kind, on }: { kind: 'recording' | 'signals'; on: boolean },
): Promise<void> {
  const now = services.clock.now()
  if (on === ((await consentSince(tx, userId, kind)) !== null)) return
  if (on) await insertConsent(tx, { userId, kind, from, now })
  else await withdrawConsent(tx, { userId, kind, from, now })
  if (kind === 'recording') await rewordPlannedCalls(services, tx, userId)
  else await setSignalled(tx, userId, on ? now : null)
}

/** Like 0 0, with an undo. An unverified number may be somebody else's now, so only schedules are paused. */
async function turnCallsOff(services: Services, tx: Tx, callee: Callee, from: AskedFrom): Promise<void> {
  const { userId, phoneVerified } = callee
  const phone = phoneVerified ? callee.phone : null
  await withdrawConsent(tx, { userId, kind: 'calls', from, now: services.clock.now() })
  await stopCalls(services, tx, userId, { phone, rangSecond: false, by: 'account' })
}

/** `keepsCode`: the account changed elsewhere meanwhile, so nothing was done and the code stays valid. */
type Resumed = true | { keepsCode: true }

/** Turns calls back on with a code sent to the number. Schedules stay paused until resumed one by one. */
export async function resumeByCode(
  services: Services,
  { from, otp, expected, ...asker }: CallsCodeAsker & { from: AskedFrom; otp: string; expected?: Expected },
): Promise<Awaited<ReturnType<typeof withCallsCode<Resumed>>> | { outcome: 'changed-elsewhere' }> {
  const { userId, as } = asker
  const tried = await withCallsCode(services, asker, otp, async (tx, phone): Promise<Resumed | null> => {
    const callee = await lockCallee(tx, userId)
    if (!isNumberOf(callee, as, phone)) return null // the number changed meanwhile
    if (await isAccountStale(tx, userId, expected)) return { keepsCode: true }
    await resumeCalls(services, tx, userId, phone)
    await insertConsent(tx, { userId, kind: 'calls', from, now: services.clock.now() })
    return true
  })
  if (tried.outcome === 'right') {
    if (tried.value !== true) return { outcome: 'changed-elsewhere' }
    services.live.publish(userId, 'account', 'schedules')
  }
  return tried
}

/** Undoes turning calls off on the account page, within two minutes, and resumes the schedules that it paused. */
export async function resumeByUndo(
  services: Services,
  { userId, from, expected }: { userId: number; from: AskedFrom; expected?: Expected },
): Promise<{ outcome: 'calls-on' | 'calls-stopped' | 'phone-not-verified' | 'changed-elsewhere' }> {
  const outcome = await withPerson(services, userId, async (tx, callee) => {
    if (await isAccountStale(tx, userId, expected)) return 'changed-elsewhere'
    if (callee === null) return 'calls-on'
    if (callee.phone === null || !callee.phoneVerified) return 'phone-not-verified'
    if (!callee.optedOutOfCalls) return 'calls-on'
    if (!(await undoStop(services, tx, userId, callee.phone))) return 'calls-stopped'
    await insertConsent(tx, { userId, kind: 'calls', from, now: services.clock.now() })
    return 'calls-on'
  })
  services.live.publish(userId, 'account', 'schedules')
  return { outcome }
}
