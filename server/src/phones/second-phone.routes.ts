import { isAccountStale } from '../people/with-person.ts'
import { askedFrom, noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { refuse } from '../platform/http/errors.ts'
import { changedElsewhere, type Expected } from '../platform/http/if-match.ts'
import { type Routes, serve } from '../platform/http/routes.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from '../schedules/change-callable.ts'
import { removeSecondNumber } from './numbers.sql.ts'

/** Removes the second number. It's added like the first, with a code. */
export const secondPhoneRoutes: Routes = (app, services) => {
  serve(app, 'removeSecondPhone', { free: true, ifMatch: true }, async ({ userId, ip, headers }, reply) => {
    const from = askedFrom({ ip, headers })
    if (!(await removeSecond(services, userId, from, headers['if-match']))) return refuse(reply, changedElsewhere)
    return { message: "We won't call your second number again." }
  })
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
