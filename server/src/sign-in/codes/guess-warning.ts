import { findAccount } from '../../people/people.sql.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import { letter, type Letter } from '../../platform/mail/email-layout.ts'
import type { Services } from '../../platform/services.ts'

/** Tells somebody that their sign-in codes are being guessed at. */
export async function sendGuessWarning(
  { db, mailer, config }: Services,
  { userId }: JobPayload<'send-guess-warning'>,
): Promise<void> {
  const account = await findAccount(db, { id: userId })
  if (account !== null) await mailer.send({ to: account.email, ...guessWarningLetter(config.publicUrl) })
}

/** To somebody whose sign-in codes were guessed at, many times in a row. */
export function guessWarningLetter(publicUrl: string): Letter {
  return letter({
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
