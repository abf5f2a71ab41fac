import { findFormerEmail } from './accounts.sql.ts'
import type { JobPayload } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { emailChangedLetter } from './email-changed-letter.ts'

/** Tells the address that somebody left that it is not theirs any more: it may have been a thief. */
export async function sendEmailChanged(
  { db, mailer, config }: Services,
  { formerEmailId }: JobPayload<'send-email-changed'>,
): Promise<void> {
  const email = await findFormerEmail(db, formerEmailId)
  if (email !== null) await mailer.send({ to: email, ...emailChangedLetter(config.contactEmail) })
}
