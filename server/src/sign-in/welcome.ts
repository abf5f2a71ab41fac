import { claimWelcome } from '../people/people.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { JobPayload } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'
import { welcomeLetter } from './welcome-letter.ts'

/** Welcomes a new person once (SIGNUP-6): the mark is taken back when the mail server did not take the letter. */
export async function sendWelcome(
  { db, mailer, config }: Services,
  { userId }: JobPayload<'send-welcome'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const person = await claimWelcome(tx, userId)
    if (person !== null) await mailer.send({ to: person.email, ...welcomeLetter(person.name, config.publicUrl) })
  })
}
