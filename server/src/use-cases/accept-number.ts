import { insertConsent } from '../db/consents.ts'
import { lockPerson } from '../db/people.ts'
import type { Tx } from '../db/transaction.ts'
import { setVerifiedNumber, takeNumberFromOthers } from '../db/users.ts'
import type { Services } from '../ports/services.ts'
import { giveNotice } from './give-notice.ts'
import { recallStopped } from './kept-opt-outs.ts'
import { planOverdueOfPerson, replanPerson } from './replan-person.ts'

/** The words under the button (PHONE-14); a new version whenever they change. */
const CONSENT_VERSION = '2025-08'

/**
 * A number was proven: it is this person's from now on, in place of an older one, and nobody else's. The former holder
 * is told and rings no more (PHONE-11); this person's calls go to the new number. Consent is stored before any
 * call can follow (PHONE-14).
 */
export async function acceptNumber(
  services: Services,
  tx: Tx,
  { userId, phone, ip }: { userId: number; phone: string; ip: string },
): Promise<void> {
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
}
