import { findAccount } from '../db/users.ts'
import type { JobPayload } from '../ports/jobs.ts'
import type { Services } from '../ports/services.ts'
import { numberMovedLetter } from './letters/number-moved-letter.ts'

/** Tells a former holder that the number was proven by somebody else (PHONE-11). */
export async function sendNumberMoved(
  { db, mailer, config }: Services,
  { userId }: JobPayload<'send-number-moved'>,
): Promise<void> {
  const account = await findAccount(db, { id: userId })
  if (account !== null) await mailer.send({ to: account.email, ...numberMovedLetter(config.publicUrl) })
}
