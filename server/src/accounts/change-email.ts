import { giveNotice } from '../notices/give-notice.ts'
import { lockPerson } from '../people/lock-person.sql.ts'
import { findAccount } from '../people/people.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { countTry, type CodeVerdict } from '../sign-in/codes/guess-limit.ts'
import { redeemCode } from '../sign-in/codes/with-code.ts'
import { deleteOtherSessions } from '../sign-in/sessions.sql.ts'
import { setEmail } from './accounts.sql.ts'

export type EmailChanged = 'changed' | 'taken' | Exclude<CodeVerdict, 'right'>

/**
 * Makes an address the person's with the code that was mailed there (S21). The address before is told, and every other
 * session ends: whoever read the old mailbox is out.
 */
export async function changeEmail(
  services: Services,
  session: { userId: number; idHash: string },
  { email, otp, browserHash }: { email: string; otp: string; browserHash: string },
): Promise<EmailChanged> {
  const owner = { address: email, purpose: `email:${session.userId}`, browserHash } as const
  const changed = await inTransaction(services.db, async (tx): Promise<EmailChanged> => {
    const verdict = await redeemCode(services, tx, owner, otp)
    return verdict === 'right' ? adopt(services, tx, session, email) : verdict
  })
  await countTry(services, owner, changed === 'changed' || changed === 'taken' ? 'right' : changed)
  if (changed === 'changed') {
    services.live.publish(session.userId, 'signed-out') // open pages come back and find out whether that is them
    services.live.publish(session.userId, 'account')
  }
  return changed
}

async function adopt(
  services: Services,
  tx: Tx,
  { userId, idHash }: { userId: number; idHash: string },
  email: string,
): Promise<EmailChanged> {
  await lockPerson(tx, userId)
  const account = await findAccount(tx, { id: userId })
  const holder = await findAccount(tx, { email })
  if (account === null || (holder !== null && holder.id !== userId)) return 'taken'
  if (account.email === email) return 'changed'
  const now = services.clock.now()
  const formerEmailId = await setEmail(tx, { userId, before: account.email, email, now })
  await deleteOtherSessions(tx, userId, idHash)
  await giveNotice(services, tx, userId, { kind: 'email-changed' })
  await services.jobs.enqueue(tx, 'send-email-changed', { formerEmailId })
  return 'changed'
}
