import type { Instant } from '@reveille/core/time/time-zone'
import { hashOfPhone } from '../../people/kept-opt-outs.ts'
import { lockPerson } from '../../people/lock-person.sql.ts'
import { findAccount } from '../../people/people.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/transaction.ts'
import { letter, type Letter } from '../../platform/mail/email-layout.ts'
import type { Services } from '../../platform/services.ts'
import { countTry, type CodeVerdict } from '../../sign-in/codes/guess-limit.ts'
import { redeemCode } from '../../sign-in/codes/with-code.ts'
import { findNeverVerified } from '../accounts.sql.ts'
import { erasePerson, type Erased } from './erase-person.sql.ts'

const BATCH = 500

/**
 * Deletes an account with a fresh code to its own address (ACCT-3): at once, for good, and even one second before a
 * call (S46). Files go by a job that commits with the rest; the last letter says that it is done.
 */
export async function deleteAccount(
  services: Services,
  userId: number,
  { otp, browserHash }: { otp: string; browserHash: string },
): Promise<Exclude<CodeVerdict, 'right'> | 'deleted'> {
  const account = await findAccount(services.db, { id: userId })
  if (account === null) return 'no-code'
  const owner = { address: account.email, purpose: `deletion:${userId}`, browserHash } as const
  const { verdict, erased } = await inTransaction(services.db, async (tx) => {
    const tried = await redeemCode(services, tx, owner, otp)
    return { verdict: tried, erased: tried === 'right' ? await eraseAccount(services, tx, userId) : null }
  })
  await countTry(services, owner, verdict)
  if (verdict !== 'right') return verdict
  services.live.publish(userId, 'signed-out')
  if (erased !== null) sendLastLetter(services, erased.email)
  return 'deleted'
}

/** Removes the person from the database, and leaves to a job what lies elsewhere. */
export async function eraseAccount(services: Services, tx: Tx, userId: number): Promise<Erased | null> {
  const { config, clock, jobs } = services
  await lockPerson(tx, userId)
  const phoneHash = (phone: string) => hashOfPhone(config, phone)
  const erased = await erasePerson(tx, { userId, phoneHash, now: clock.now() })
  if (erased === null) return null
  await jobs.enqueue(tx, 'erase-files', { userId })
  await jobs.enqueue(tx, 'settle-carrier-call', ...erased.carrierCallIds.map((carrierCallId) => ({ carrierCallId })))
  return erased
}

/** Erases accounts made before this instant whose phone was never verified and that nobody is signed in to. */
export async function eraseNeverVerified(services: Services, before: Instant): Promise<void> {
  const { db, clock } = services
  for (const userId of await findNeverVerified(db, { before, now: clock.now(), limit: BATCH })) {
    await inTransaction(db, (tx) => eraseAccount(services, tx, userId))
  }
}

/** Not by a job: its row would keep the address. */
function sendLastLetter({ clock, mailer }: Services, to: string): void {
  clock.spawn('last letter', () => mailer.send({ to, ...accountDeletedLetter() }))
}

/** The last letter (ACCT-3). */
export function accountDeletedLetter(): Letter {
  return letter({
    subject: 'Your Reveille account is deleted',
    headline: 'Your account is deleted',
    paragraphs: [
      'Your calls are cancelled, and your name, addresses, preferences, history and recordings are gone.',
      'If you told us not to call or text your number, we keep a scrambled fingerprint of it, so that we go on keeping to that.',
      'Thank you for your mornings. This is the last letter.',
    ],
  })
}
