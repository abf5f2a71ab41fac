import { findAccount } from '../../people/people.sql.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { guessWarningLetter } from './guess-warning-letter.ts'

/** Tells somebody that their sign-in codes are being guessed at. */
export async function sendGuessWarning(
  { db, mailer, config }: Services,
  { userId }: JobPayload<'send-guess-warning'>,
): Promise<void> {
  const account = await findAccount(db, { id: userId })
  if (account !== null) await mailer.send({ to: account.email, ...guessWarningLetter(config.publicUrl) })
}
