import type { Instant } from '@reveille/core/time/time-zone'
import { settleCarrierCallJob } from '../calls/end-call.ts'
import { forgetLineCallsJob } from '../calls/forget-line-calls.ts'
import { recordingFolder } from '../calls/recordings/fetch-recordings.ts'
import { hashOfPhone } from '../people/opt-outs.sql.ts'
import { leavesNoOwner, lockOwners } from '../people/owners.sql.ts'
import { lockCallee } from '../people/with-person.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { RETRIED_FOR_TWO_WEEKS, rowJob } from '../platform/jobs/jobs.ts'
import { type Email, layOutEmail } from '../platform/mail/email-layout.ts'
import type { Services } from '../platform/services.ts'
import { type IdentityProof, withIdentity } from '../sign-in/sessions.ts'
import { removeClipsOf } from '../speech/clips/clip-folder.ts'
import { findNeverVerified } from './accounts.sql.ts'
import { type Erased, erasePerson } from './erase-person.sql.ts'
import { exportFolder } from './export/build-export.ts'

export const eraseFilesJob = rowJob('erase-files', 'userId', RETRIED_FOR_TWO_WEEKS)

const BATCH = 500

/** At once and for good, even a second before a call. A job removes the files; a last email confirms. */
export async function deleteAccount(services: Services, userId: number, proof: IdentityProof) {
  const erased = await withIdentity(services, { userId, purpose: 'deletion' }, proof, (tx) =>
    eraseUnlessLast(services, tx, userId),
  )
  if (erased.outcome !== 'right') return erased
  if (erased.value === 'last-owner') return { outcome: erased.value }
  services.live.publish(userId, 'signed-out')
  const { email } = erased.value
  services.clock.spawn('last email', async () => void (await sendLastEmail(services, email)))
  return erased
}

/**
 * For somebody who can't sign in and asked an operator, or whom an owner removes. `record` notes it with the deletion, and
 * may refuse it. `isTold`: the mail server took the last email.
 */
export async function deleteForOperator(
  services: Services,
  userId: number,
  record?: (tx: Tx) => Promise<boolean>,
): Promise<{ outcome: 'deleted'; isTold: boolean } | { outcome: 'last-owner' | 'not-found' }> {
  const erased = await inTransaction(services.db, (tx) => eraseUnlessLast(services, tx, userId, record))
  if (erased === null) return { outcome: 'not-found' }
  if (erased === 'last-owner') return { outcome: erased }
  services.live.publish(userId, 'signed-out')
  return { outcome: 'deleted', isTold: await sendLastEmail(services, erased.email) }
}

async function eraseUnlessLast(
  services: Services,
  tx: Tx,
  userId: number,
  record: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Erased | 'last-owner' | null> {
  await lockCallee(tx, userId)
  await lockOwners(tx)
  if (await leavesNoOwner(tx, userId)) return 'last-owner'
  return (await record(tx)) ? eraseAccount(services, tx, userId) : null
}

/** Removes the person from the database; a job deletes what is stored elsewhere. */
export async function eraseAccount(services: Services, tx: Tx, userId: number): Promise<Erased | null> {
  const { config, clock, jobs } = services
  await lockCallee(tx, userId)
  const phoneHash = (phone: string) => hashOfPhone(config, phone)
  const erased = await erasePerson(tx, { userId, phoneHash, now: clock.now() })
  if (erased === null) return null
  await jobs.enqueue(tx, eraseFilesJob, { userId })
  await jobs.enqueue(tx, settleCarrierCallJob, ...erased.carrierCalls)
  if (config.line !== null)
    await jobs.enqueue(tx, forgetLineCallsJob, ...erased.numbers.map((number) => ({ phoneHash: phoneHash(number) })))
  return erased
}

/** Deletes old accounts that never verified a phone and have no session. */
export async function eraseNeverVerified(services: Services, before: Instant): Promise<void> {
  const { db, clock } = services
  const expired = { before, now: clock.now(), limit: BATCH }
  for (const userId of await findNeverVerified(db, expired)) {
    await inTransaction(db, async (tx) => {
      await lockCallee(tx, userId)
      // Its person may have come back since.
      const stillExpired = await findNeverVerified(tx, { ...expired, onlyId: userId })
      if (stillExpired.length > 0) await eraseAccount(services, tx, userId)
    })
  }
}

/** Not a job, because its row would keep the address. False if the mail server didn't take it. */
async function sendLastEmail({ mailer, log }: Services, to: string | null): Promise<boolean> {
  try {
    return await mailer.send({ to, ...accountDeletedEmail() })
  } catch (error) {
    log.warn({ error }, 'last email not sent')
    return false
  }
}

export function accountDeletedEmail(): Email {
  return layOutEmail({
    subject: 'Your Reveille account was deleted',
    headline: 'Your account was deleted',
    paragraphs: [
      'Your calls are canceled, and your name, email, phone number, preferences, history and recordings are gone.',
      'If you told us not to contact your number, we keep a scrambled fingerprint of it so we can keep honoring that.',
      'Thanks for waking up with us. This is our last email to you.',
    ],
  })
}

/** Deletes all files of a deleted account; retried until none is left. */
export async function eraseFiles(services: Services, { userId }: { userId: number }): Promise<void> {
  const { storage } = services
  for (const folder of [recordingFolder(userId), exportFolder(userId)]) {
    for await (const key of storage.list(folder)) await storage.delete(key)
  }
  await removeClipsOf(services, userId)
}
