import type { JobPayload } from '../platform/jobs/jobs.ts'
import { layOutEmail, type Email } from '../platform/mail/email-layout.ts'
import type { Services } from '../platform/services.ts'
import { findFormerEmail } from './accounts.sql.ts'

/** Tells a former address that it is no longer the account's: the change may have been a thief's. */
export async function sendEmailChanged(
  { db, mailer, config }: Services,
  { formerEmailId }: JobPayload<'send-email-changed'>,
): Promise<void> {
  const email = await findFormerEmail(db, formerEmailId)
  if (email !== null) await mailer.send({ to: email, ...emailChangedEmail(config.contactEmail) })
}

/** To an account's former address (S21). Does not name the new one: this mailbox may be a stranger's. */
export function emailChangedEmail(contactEmail: string): Email {
  return layOutEmail({
    subject: 'Your Reveille email address was changed',
    headline: 'Your Reveille email address was changed',
    paragraphs: [
      "You can no longer sign in with this address. We'll use the new one from now on.",
      "If this was you, there's nothing to do.",
      `If not, write to ${contactEmail} from this address right away.`,
    ],
  })
}
