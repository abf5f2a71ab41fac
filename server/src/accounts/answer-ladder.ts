import { callConsent } from '@reveille/core/consents/consents'
import { insertConsent } from '../people/consents.sql.ts'
import { setLadderAsked } from '../people/offers.sql.ts'
import { withPerson } from '../people/with-person.ts'
import type { AskedFrom } from '../platform/audit/account-events.sql.ts'
import type { Services } from '../platform/services.ts'

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
