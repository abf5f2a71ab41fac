import type { WithCarrier } from '../../carrier/carrier.ts'
import { hasStoppedTexts } from '../../people/kept-opt-outs.ts'
import { findAccount } from '../../people/people.sql.ts'
import type { JobPayload } from '../../platform/jobs/jobs.ts'
import { layOutEmail, type Email } from '../../platform/mail/email-layout.ts'
import type { Services } from '../../platform/services.ts'
import { findCodeAddress } from './codes.sql.ts'

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

/** Warns the holder of a number that somebody guesses at the codes texted to it (S74). */
export async function textGuessWarning(
  { db, carrier, config, log }: Services & WithCarrier,
  { codeId }: JobPayload<'text-guess-warning'>,
): Promise<void> {
  const phone = await findCodeAddress(db, codeId)
  if (phone === null || (await hasStoppedTexts(db, config, phone))) return
  const sent = await carrier.sendText({ to: phone, body: GUESS_WARNING })
  if (sent.outcome !== 'sent') log.warn({ codeId, ...sent }, 'the carrier refused a warning')
}

const GUESS_WARNING =
  "Someone keeps entering wrong Reveille codes for this number. Never share a code we text you. Wasn't you? There's nothing to do, or text STOP to end our texts."
