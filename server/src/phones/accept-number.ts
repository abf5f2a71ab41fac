import { NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { callConsent } from '@reveille/core/consents/consents'
import type { Callee } from '@reveille/core/people/callable'
import { giveNotice } from '../notices/give-notice.ts'
import { giveCallerNumber } from '../people/caller-number.ts'
import { insertConsent } from '../people/consents.sql.ts'
import { mayBeTexted, recallStopped } from '../people/opt-outs.sql.ts'
import { findAccount, type Account } from '../people/people.sql.ts'
import { isAccountStale, lockCallee } from '../people/with-person.ts'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import type { CodeWay } from '../sign-in/codes/codes.sql.ts'
import { textNumberChangedJob } from './disown-number.ts'
import { numberChangedJob, secondNumberAddedJob } from './number-changed.ts'
import { insertNumberChange, wasNumberChanged } from './number-changes.sql.ts'
import { lockOtherHolders, removeSecondNumber, setNumberLost, setVerifiedNumber, type Place } from './numbers.sql.ts'
import type { WithPhoneNumbers } from './phone-number-port.ts'

/** A number that somebody proved, whether as first or second, and by what kind of code. */
export type ProvenNumber = { userId: number; phone: string; as: Place; by: CodeWay; from: AskedFrom } & {
  /** Whether it may be taken from another account; default yes. */
  takeOver?: boolean | undefined
}

/** Another account has the number, so we ask first. The code stays valid for the answer. */
type Held = { outcome: 'number-held'; keepsCode: true }

export type Accepted = { outcome: 'verified'; account: Account } | { outcome: SecondRefusal } | Held

/**
 * Makes a proven number this person's, replacing an older one. Notifies a former owner and stops calling them there;
 * this person's calls move to the new number. Stores consent before any call. Returns the updated account.
 */
export async function acceptNumber(
  services: Services & WithPhoneNumbers,
  tx: Tx,
  proven: ProvenNumber,
): Promise<Accepted> {
  const { userId, phone, as, by, from } = proven
  const now = services.clock.now()
  const before = await lockCallee(tx, userId)
  const refusal = as === 'second' ? secondRefusal(before, phone) : null
  if (refusal !== null) return { outcome: refusal }
  const held = await askBeforeMoving(tx, proven)
  if (held !== null) return held
  const textsFormer = before?.phone != null && (await mayBeTexted(tx, services.config, before.phone))
  for (const { holderId, place } of await lockOtherHolders(tx, { phone, userId }))
    await takeFrom(services, tx, holderId, place)
  await changeCallable(services, tx, { userId, followUps: 'stay' }, async () => {
    await recallStopped(tx, services.config, phone)
    if (as === 'first' && before?.second?.phone === phone) await removeSecondNumber(tx, { userId, now })
    if (as === 'first') await giveCallerNumber(services, tx, { userId, phone })
    await setVerifiedNumber(tx, as, { userId, phone, by, now })
    const { version } = callConsent(services.config.texts)
    await insertConsent(tx, { userId, kind: 'calls-and-texts', from, now, version })
  })
  if (as === 'first') await tellOfFirst(services, tx, { ...proven, textsFormer }, before)
  else await tellOfSecond(services, tx, proven, before)
  const account = await findAccount(tx, { id: userId })
  if (account === null) throw new Error('the account was deleted while its phone was verified')
  return { outcome: 'verified', account }
}

/** Whether the person must first confirm that the number moves here from another account. */
export async function askBeforeMoving(
  tx: Tx,
  { userId, phone, takeOver = true }: Pick<ProvenNumber, 'userId' | 'phone' | 'takeOver'>,
): Promise<Held | null> {
  if (takeOver || (await lockOtherHolders(tx, { phone, userId })).length === 0) return null
  return { outcome: 'number-held', keepsCode: true }
}

/** The location stays private to the new owner. */
async function takeFrom(services: Services, tx: Tx, holderId: number, place: Place): Promise<void> {
  const now = services.clock.now()
  const followUps = place === 'first' ? 'end' : 'stay'
  const lost = { userId: holderId, now }
  await changeCallable(services, tx, { userId: holderId, followUps }, () => setNumberLost(tx, place, lost))
  const isFirst = place === 'first'
  await giveNotice(services, tx, holderId, { kind: isFirst ? 'number-moved' : 'second-number-moved' })
  await noteAccountEvent(tx, { ...lost, from: null }, { kind: isFirst ? 'number-lost' : 'second-number-lost' })
}

/**
 * Tells the mailbox and the former number about the change, each with a way to disown it. Doesn't tell a number that
 * was itself set within the last week: it may be a thief's. A landline can't be told.
 */
async function tellOfFirst(
  services: Services,
  tx: Tx,
  { userId, phone, from, textsFormer }: ProvenNumber & { textsFormer: boolean },
  before: Callee | null,
): Promise<void> {
  const { clock, jobs } = services
  const now = clock.now()
  const formerPhone = before?.phone ?? phone
  const isOther = formerPhone !== phone
  await noteAccountEvent(tx, { userId, now, from }, { kind: isOther ? 'number-changed' : 'number-proven' })
  if (!isOther) return
  const isRecent = await wasNumberChanged(tx, { userId, since: now - NUMBER_CHANGES_KEPT_MS })
  const tellsFormer = before?.phoneVerified === true && textsFormer && !isRecent
  const changeId = await insertNumberChange(tx, { userId, place: 'first', formerPhone, tellsFormer, now })
  await giveNotice(services, tx, userId, { kind: 'number-changed' })
  await jobs.enqueue(tx, numberChangedJob, { changeId })
  if (tellsFormer) await jobs.enqueue(tx, textNumberChangedJob, { changeId, to: 'former' })
}

/** Tells the mailbox that another number rings too. A second number gets no text but its code. */
async function tellOfSecond(
  services: Services,
  tx: Tx,
  { userId, phone, from }: ProvenNumber,
  before: Callee | null,
): Promise<void> {
  const now = services.clock.now()
  await noteAccountEvent(tx, { userId, now, from }, { kind: 'second-number-proven' })
  const former = before?.second ?? null
  if (former?.verified === true && former.phone === phone) return
  const change = { userId, place: 'second', formerPhone: former?.phone ?? null, tellsFormer: false, now } as const
  const changeId = await insertNumberChange(tx, change)
  await giveNotice(services, tx, userId, { kind: 'second-number-added' })
  await services.jobs.enqueue(tx, secondNumberAddedJob, { changeId })
}

/** Why somebody may not make a number their second one. */
export type SecondRefusal = 'phone-not-verified' | 'number-is-first'

/** Needs a verified first number that differs; null if nothing is against it. */
export function secondRefusal(callee: Callee | null, phone: string): SecondRefusal | null {
  if (callee === null || callee.phone === null || !callee.phoneVerified) return 'phone-not-verified'
  return callee.phone === phone ? 'number-is-first' : null
}

/** Retries dial only the first number again. Idempotent. False if the account no longer matches `expected`. */
export async function removeSecond(
  services: Services,
  userId: number,
  from: AskedFrom,
  expected?: Expected,
): Promise<boolean> {
  const { db, clock, live } = services
  const isRemoved = await inTransaction(db, (tx) =>
    changeCallable(services, tx, { userId, followUps: 'stay' }, async (callee) => {
      if (await isAccountStale(tx, userId, expected)) return false
      if (callee?.second == null) return true
      const now = clock.now()
      await removeSecondNumber(tx, { userId, now })
      await noteAccountEvent(tx, { userId, now, from }, { kind: 'second-number-removed' })
      return true
    }),
  )
  live.publish(userId, 'account')
  return isRemoved
}
