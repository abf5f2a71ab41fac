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
  await lockCallee(tx, userId)
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
  await noteAccountEvent(tx, { userId, now, from }, { kind: 'number-proven' })
  const account = await findAccount(tx, { id: userId })
  if (account === null) throw new Error('the account vanished while its phone was verified')
  return account
}
