import { noteAccountEvent } from '../../platform/audit/account-events.sql.ts'
import type { AskedFrom } from '../../platform/audit/asked-from.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { changeCallable } from '../../schedules/change-callable.ts'
import { removeSecondNumber } from '../numbers.sql.ts'

/** A person's last tries ring their first number again (WAKE-18), and their second one never; repeating it changes nothing. */
export async function removeSecond(services: Services, userId: number, from: AskedFrom): Promise<void> {
  const { db, clock, live } = services
  await inTransaction(db, (tx) =>
    changeCallable(services, tx, { userId, followUps: 'stay' }, async (callee) => {
      if (callee?.second == null) return
      const now = clock.now()
      await removeSecondNumber(tx, { userId, now })
      await noteAccountEvent(tx, { userId, now, from }, { kind: 'second-number-removed' })
    }),
  )
  live.publish(userId, 'account')
}
