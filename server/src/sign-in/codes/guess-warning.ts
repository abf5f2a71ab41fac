import type { WithCarrier } from '../../carrier/carrier.ts'
import { TEXT_NEWS_PATH } from '../../carrier/lost-texts.ts'
import { mayBeTexted } from '../../people/opt-outs.sql.ts'
import { findAccount } from '../../people/people.sql.ts'
import { RETRIED_FOR_A_DAY, rowJob } from '../../platform/jobs/jobs.ts'
import { layOutEmail, type Email } from '../../platform/mail/email-layout.ts'
import type { Services } from '../../platform/services.ts'
import { findTextedNumber } from './codes.sql.ts'

export const guessWarningJob = rowJob('send-guess-warning', 'userId', RETRIED_FOR_A_DAY)
export const textGuessWarningJob = rowJob('text-guess-warning', 'codeId')

export async function sendGuessWarning(
  { db, mailer, config }: Services,
  { userId }: { userId: number },
): Promise<void> {
  const account = await findAccount(db, { id: userId })
  if (account?.emailProven === true) await mailer.send({ to: account.email, ...guessWarningEmail(config.publicUrl) })
}

export function guessWarningEmail(publicUrl: string): Email {
  return layOutEmail({
    subject: 'Someone is guessing your sign-in codes',
    paragraphs: [
      'Someone entered many wrong codes for your email address. Nobody got in.',
      "New browsers now have to pass a captcha before we send a code, and only get a few tries. Browsers you've signed in with before aren't affected.",
      "You don't need to do anything. Never share a code we email you.",
    ],
    link: { label: "See where you're signed in", url: `${publicUrl}/account` },
  })
}

/** Warns a number's owner that somebody is guessing its codes. */
export async function textGuessWarning(
  { db, carrier, config, log }: Services & WithCarrier,
  { codeId }: { codeId: number },
): Promise<void> {
  const phone = await findTextedNumber(db, codeId)
  if (phone === null || !(await mayBeTexted(db, config, phone))) return
  const sent = await carrier.sendText({ to: phone, body: GUESS_WARNING, newsPath: TEXT_NEWS_PATH })
  if (sent.outcome !== 'sent') log.warn({ codeId, ...sent }, 'carrier rejected warning text')
}

const GUESS_WARNING =
  "Someone keeps entering wrong Reveille codes for this number. Never share a code we text you. Wasn't you? Just ignore this. Text STOP to end our texts."
