import { findAccount } from '../../people/people.sql.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import { layOutEmail, type Email } from '../../platform/mail/email-layout.ts'
import type { Services } from '../../platform/services.ts'

/** Warns a person that their sign-in codes are being guessed. */
export async function sendGuessWarning(
  { db, mailer, config }: Services,
  { userId }: JobPayload<'send-guess-warning'>,
): Promise<void> {
  const account = await findAccount(db, { id: userId })
  if (account !== null) await mailer.send({ to: account.email, ...guessWarningEmail(config.publicUrl) })
}

/** To a person whose sign-in codes were guessed at, many times in a row. */
export function guessWarningEmail(publicUrl: string): Email {
  return layOutEmail({
    subject: 'Somebody is guessing your sign-in codes',
    headline: 'Somebody is guessing your sign-in codes',
    paragraphs: [
      'Many wrong codes were entered for your e-mail address. Nobody got in with them.',
      'From now on a new browser has to solve a puzzle before it gets a code for your address, and gets few of them. Browsers that you signed in with before are not slowed down.',
      'You need to do nothing. Never tell anybody a code that we mailed to you.',
    ],
    link: { label: 'See where you are signed in', url: `${publicUrl}/account` },
  })
}
