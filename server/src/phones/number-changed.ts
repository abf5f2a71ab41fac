import { NUMBER_CHANGES_KEPT_MS } from '@reveille/core/accounts/retention-times'
import { days } from '@reveille/core/time/duration'
import type { WithCarrier } from '../carrier/carrier.ts'
import { TEXT_NEWS_PATH } from '../carrier/lost-texts.ts'
import { mayBeTexted } from '../people/opt-outs.sql.ts'
import { RETRIED_FOR_A_DAY, rowJob } from '../platform/jobs/jobs.ts'
import { layOutEmail, type Email } from '../platform/mail/email-layout.ts'
import type { Services } from '../platform/services.ts'
import { disownUrl, type NumberChanged } from './disown-number.ts'
import { findNumberChange } from './number-changes.sql.ts'
import type { Place } from './numbers.sql.ts'

export const numberChangedJob = rowJob('send-number-changed', 'changeId', RETRIED_FOR_A_DAY)
export const secondNumberAddedJob = rowJob('send-second-number-added', 'changeId', RETRIED_FOR_A_DAY)

export async function sendNumberChanged(
  { db, mailer, config, clock }: Services,
  { changeId }: { changeId: number },
): Promise<void> {
  const change = await findNumberChange(db, changeId, clock.now() - NUMBER_CHANGES_KEPT_MS)
  if (change === null || change.phone === null) return
  const { place, phone, email } = change
  await mailer.send({ to: email, ...numberChangedEmail(place, phone, disownUrl(config, changeId, place)) })
}

/** Tells the former number; or tells the new one that somebody disowned the change. */
export async function textNumberChanged(
  { db, carrier, config, clock, log }: Services & WithCarrier,
  { changeId, to }: NumberChanged,
): Promise<void> {
  const change = await findNumberChange(db, changeId, clock.now() - NUMBER_CHANGES_KEPT_MS)
  const phone = to === 'former' ? change?.formerPhone : change?.phone
  if (phone == null || !(await mayBeTexted(db, config, phone))) return
  const body = to === 'former' ? formerNumberText(disownUrl(config, changeId)) : pausedText(config.publicUrl)
  const sent = await carrier.sendText({ to: phone, body, newsPath: TEXT_NEWS_PATH })
  if (sent.outcome !== 'sent') log.warn({ changeId, to, ...sent }, 'carrier rejected number-change text')
}

const WORDS = {
  first: {
    subject: 'Your wake-up number was changed',
    from: "From now on, we'll call",
    button: 'It pauses your calls and signs out every other browser, so you can set your number again.',
  },
  second: {
    subject: 'Your account has a second number',
    from: "If our first tries don't get you up, we'll call",
    button: "We won't call that number, and we'll sign out every other browser.",
  },
}

/** The last digits help people tell a typo from a theft. */
export function numberChangedEmail(place: Place, phone: string, url: string): Email {
  const { subject, from, button } = WORDS[place]
  return layOutEmail({
    subject,
    paragraphs: [
      `${from} the number ending in ${phone.slice(-3)}.`,
      "If this was you, you're all set.",
      `If not, use the button below within ${days(NUMBER_CHANGES_KEPT_MS)}. ${button}`,
    ],
    link: { label: "That wasn't me", url },
  })
}

const formerNumberText = (url: string) =>
  `Your Reveille wake-up number was changed, so we won't call this phone. Wasn't you? Pause the calls within ${days(NUMBER_CHANGES_KEPT_MS)}: ${url}`

const pausedText = (publicUrl: string) =>
  `Your Reveille wake-up calls are paused because someone told us you didn't switch to this number. If you did, verify it again: ${publicUrl}/phone-verification`
