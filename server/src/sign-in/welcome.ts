import { letUsThrough } from '@reveille/core/phones/contact-card'
import { inTransaction } from '../platform/database/transaction.ts'
import { rowJob } from '../platform/jobs/jobs.ts'
import { isolated, layOutEmail, type Email } from '../platform/mail/email-layout.ts'
import type { Services } from '../platform/services.ts'
import { claimWelcome } from './new-accounts.sql.ts'

export const welcomeJob = rowJob('send-welcome', 'userId')

/** Welcomes a new person once. Rolls back the mark if the mail server doesn't accept the email. */
export async function sendWelcome({ db, mailer, config }: Services, { userId }: { userId: number }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const person = await claimWelcome(tx, userId)
    if (person === null) return
    const email = welcomeEmail(person.name, config.publicUrl, config.secondCarrier !== null)
    await mailer.send({ to: person.email, ...email })
  })
}

/** With next steps, and how to let our calls through a silenced phone. `areTwo`: from two numbers. */
export function welcomeEmail(name: string, publicUrl: string, areTwo = false): Email {
  return layOutEmail({
    subject: 'Welcome to Reveille',
    headline: `Welcome, ${isolated(name.split(' ')[0]!)}!`,
    paragraphs: [
      'Your account is ready. You can pause, skip or stop your calls anytime, on the dashboard or during a call.',
      'Three quick steps before your first call:',
    ],
    steps: [
      "Verify your phone. We'll send you a code.",
      'Tell us why you get up, and pick a voice.',
      'Schedule your first call.',
    ],
    link: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
    beside: letUsThrough('So our calls get through', publicUrl, areTwo),
  })
}
