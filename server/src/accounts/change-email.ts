import { giveNotice } from '../notices/give-notice.ts'
import { contactEmailOf } from '../people/owners.sql.ts'
import { findAccount, findByMail } from '../people/people.sql.ts'
import { lockCallee } from '../people/with-person.ts'
import { noteAccountEvent, type AskedFrom } from '../platform/audit/account-events.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import { RETRIED_FOR_A_DAY, rowJob } from '../platform/jobs/jobs.ts'
import { layOutEmail, type Email } from '../platform/mail/email-layout.ts'
import type { Services } from '../platform/services.ts'
import { withCode, type CodeRefused } from '../sign-in/codes/with-code.ts'
import { endOtherSessionsIn } from '../sign-in/sessions.ts'
import { dispossess } from '../sign-in/sign-in.ts'
import { findFormerEmail, setEmail } from './accounts.sql.ts'

export const emailChangedJob = rowJob('send-email-changed', 'formerEmailId', RETRIED_FOR_A_DAY)

type CodeUsed = 'changed' | 'taken'

/** Notifies the previous address and ends all other sessions, in case somebody else reads that mailbox. */
export async function changeEmail(
  services: Services,
  session: { userId: number; idHash: string },
  { email, otp, browserHash, from }: { email: string; otp: string; browserHash: string; from: AskedFrom },
): Promise<CodeUsed | CodeRefused['outcome']> {
  const owner = { address: email, purpose: `email:${session.userId}`, browserHash } as const
  const tried = await withCode(services, owner, otp, (tx) => adopt(services, tx, session, { email, from }))
  const changed = tried.outcome === 'right' ? tried.value : tried.outcome
  if (changed === 'changed') {
    services.live.publish(session.userId, 'signed-out', 'account') // open pages check whether they still have a session
  }
  return changed
}

async function adopt(
  services: Services,
  tx: Tx,
  { userId, idHash }: { userId: number; idHash: string },
  { email, from }: { email: string; from: AskedFrom },
): Promise<CodeUsed> {
  await lockCallee(tx, userId)
  const account = await findAccount(tx, { id: userId })
  const holder = await findByMail(tx, email)
  if (account === null || (holder !== null && holder.id !== userId)) return 'taken'
  if (holder !== null) return 'changed'
  if (account.email !== email) await dispossess(services, tx, email)
  const now = services.clock.now()
  const before = account.emailProven ? account.email : null
  const formerEmailId = await setEmail(tx, { userId, before, email, now })
  await endOtherSessionsIn(tx, { userId, idHash })
  await giveNotice(services, tx, userId, { kind: 'email-changed' })
  await noteAccountEvent(tx, { userId, now, from }, { kind: 'email-changed' })
  if (formerEmailId !== null) await services.jobs.enqueue(tx, emailChangedJob, { formerEmailId })
  return 'changed'
}

/** Tells a former address, because the change may be a thief's. */
export async function sendEmailChanged(
  services: Services,
  { formerEmailId }: { formerEmailId: number },
): Promise<void> {
  const email = await findFormerEmail(services.db, formerEmailId)
  if (email !== null) await services.mailer.send({ to: email, ...emailChangedEmail(await contactEmailOf(services)) })
}

/** Doesn't name the new address: a stranger may read this mailbox. */
export function emailChangedEmail(contactEmail: string): Email {
  return layOutEmail({
    subject: 'Your Reveille email address was changed',
    paragraphs: [
      "You can no longer sign in with this address. We'll use the new one from now on.",
      "If this was you, you're all set.",
      `If not, email ${contactEmail} from this address right away.`,
    ],
  })
}
