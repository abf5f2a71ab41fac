import { findAccount } from '../db/users.ts'
import type { JobPayload } from '../ports/jobs.ts'
import type { Services } from '../ports/services.ts'
import { guessWarningLetter } from './letters/guess-warning-letter.ts'

/** Tells somebody that their sign-in codes are being guessed at. */
export async function sendGuessWarning(
  { db, mailer, config }: Services,
  { userId }: JobPayload<'send-guess-warning'>,
): Promise<void> {
  const account = await findAccount(db, { id: userId })
  if (account !== null) await mailer.send({ to: account.email, ...guessWarningLetter(config.publicUrl) })
}
