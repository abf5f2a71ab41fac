import { isAccountStale } from '../people/expected-account.ts'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { removeSecondNumber } from './numbers.sql.ts'

/** A person's last tries ring their first number again (WAKE-18), and their second one never; repeating it changes nothing. False when the account isn't `expected` any more. */
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
