import { NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { giveNotice } from '../notices/give-notice.ts'
import { insertConsent } from '../people/consents.sql.ts'
import { recallStopped } from '../people/kept-opt-outs.ts'
import { findAccount, type Account } from '../people/people.sql.ts'
import { lockCallee } from '../people/with-person.ts'
import { noteAccountEvent } from '../platform/audit/account-events.sql.ts'
import type { AskedFrom } from '../platform/audit/asked-from.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { insertNumberChange, wasNumberChanged } from './number-changes.sql.ts'
import { lockOtherHolders, setNumberLost, setVerifiedNumber } from './numbers.sql.ts'

/**
 * A number was proven: it is now this person's, replacing an older one, and nobody else's. The former holder is
 * notified and no longer called (PHONE-11); this person's calls go to the new number. Consent is stored before any call
 * can follow (PHONE-14). Returns the updated account.
 */
export async function acceptNumber(
  services: Services,
  tx: Tx,
  { userId, phone, from }: { userId: number; phone: string; from: AskedFrom },
): Promise<Account> {
  const now = services.clock.now()
  const before = await lockCallee(tx, userId)
  for (const formerId of await lockOtherHolders(tx, { phone, userId })) {
    await changeCallable(services, tx, { userId: formerId, followUps: 'end' }, () => setNumberLost(tx, formerId, now))
    await giveNotice(services, tx, formerId, { kind: 'number-moved' })
    // From where is the new holder's business alone.
    await noteAccountEvent(tx, { userId: formerId, now, from: null }, { kind: 'number-lost' })
  }
  await changeCallable(services, tx, { userId, followUps: 'stay' }, async () => {
    await recallStopped(tx, services.config, phone)
    await setVerifiedNumber(tx, { phone, userId, now })
    await insertConsent(tx, { userId, kind: 'calls-and-texts', from, now })
  })
  const formerPhone = before?.phone ?? phone
  const isOther = formerPhone !== phone
  await noteAccountEvent(tx, { userId, now, from }, { kind: isOther ? 'number-changed' : 'number-proven' })
  if (isOther) await tellOfChange(services, tx, { userId, formerPhone, wasVerified: before?.phoneVerified ?? false })
  const account = await findAccount(tx, { id: userId })
  if (account === null) throw new Error('the account vanished while its phone was verified')
  return account
}

/**
 * S71: the mailbox and the former number hear of the change, each with a way to disown it. A number that was itself
 * set within the last week isn't told: it may be the thief's, whose change was just taken back.
 */
async function tellOfChange(
  services: Services,
  tx: Tx,
  { userId, formerPhone, wasVerified }: { userId: number; formerPhone: string; wasVerified: boolean },
): Promise<void> {
  const { clock, jobs } = services
  const now = clock.now()
  const isRecent = await wasNumberChanged(tx, { userId, since: now - NUMBER_CHANGES_KEPT_MS })
  const tellsFormer = wasVerified && !isRecent
  const changeId = await insertNumberChange(tx, { userId, formerPhone, tellsFormer, now })
  await giveNotice(services, tx, userId, { kind: 'number-changed' })
  await jobs.enqueue(tx, 'send-number-changed', { changeId })
  if (tellsFormer) await jobs.enqueue(tx, 'text-number-changed', { changeId, to: 'former' })
}
