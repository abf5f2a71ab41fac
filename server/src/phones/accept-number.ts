import { giveNotice } from '../notices/give-notice.ts'
import { insertConsent } from '../people/consents.sql.ts'
import { recallStopped } from '../people/kept-opt-outs.ts'
import { lockPerson } from '../people/lock-person.sql.ts'
import { findAccount, type Account } from '../people/people.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { planOverdueOfPerson, replanPerson } from '../schedules/planner/replan.ts'
import { setVerifiedNumber, takeNumberFromOthers } from './numbers.sql.ts'

/** The words under the button (PHONE-14); a new version whenever they change. */
const CONSENT_VERSION = '2025-08'

/**
 * A number was proven: it is this person's from now on, in place of an older one, and nobody else's. The former holder
 * is told and rings no more (PHONE-11); this person's calls go to the new number. Consent is stored before any
 * call can follow (PHONE-14). Returns the account as it is then.
 */
export async function acceptNumber(
  services: Services,
  tx: Tx,
  { userId, phone, ip }: { userId: number; phone: string; ip: string },
): Promise<Account> {
  const now = services.clock.now()
  await lockPerson(tx, userId)
  for (const formerId of await takeNumberFromOthers(tx, { phone, userId, now })) {
    await planOverdueOfPerson(services, tx, formerId)
    await replanPerson(services, tx, formerId, 'end')
    await giveNotice(services, tx, formerId, { kind: 'number-moved' })
  }
  await planOverdueOfPerson(services, tx, userId)
  await recallStopped(tx, services.config, phone)
  await setVerifiedNumber(tx, { phone, userId, now })
  await insertConsent(tx, { userId, kind: 'calls-and-texts', version: CONSENT_VERSION, ip, now })
  await replanPerson(services, tx, userId)
  const account = await findAccount(tx, { id: userId })
  if (account === null) throw new Error('the account vanished while its phone was verified')
  return account
}
