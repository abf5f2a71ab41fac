import { shortDate, twelveHour } from '@reveille/core/schedules/next-call-text'
import type { Occurrence } from '@reveille/core/schedules/occurrence'
import { TEXT_REPLIES, textKeyword } from '@reveille/core/texts/text-reply'
import { localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'
import type { TextReceived } from '../carrier/carrier.ts'
import { giveNotice } from '../notices/give-notice.ts'
import { recallStopped } from '../people/kept-opt-outs.ts'
import { recordTextsStopped, removeTextsStopped } from '../people/opt-outs.sql.ts'
import { findVerifiedHolder } from '../people/people.sql.ts'
import { withPerson } from '../people/with-person.ts'
import { spendToken } from '../platform/database/single-use.sql.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { pay } from '../platform/limits/budgets.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { skipNamedCall } from '../schedules/skip-call.ts'
import { findAnnouncedAhead, findSkippedAhead } from './announcements.sql.ts'

/** The carrier redelivers a text within minutes, if at all. */
const TEXT_KNOWN_MS = 24 * 60 * 60_000

/**
 * Does what a text to our number requests and returns the reply; null for none. It acts for the sender's number only.
 */
export async function answerText(services: Services, text: TextReceived): Promise<string | null> {
  const { from } = text
  switch (textKeyword(text.body)) {
    case 'stop':
      return stopTexts(services, from)
    case 'start':
      return startTexts(services, from)
    case 'skip':
      return skipAnnounced(services, text)
    case 'other':
      // So that two machines cannot text each other for ever.
      return (await pay(services, 'help-text', { keys: { number: from } })) === null ? TEXT_REPLIES.help : null
  }
}

/** STOP ends texts and nothing else; the screen shows it too. */
async function stopTexts(services: Services, phone: string): Promise<string> {
  const { db, clock } = services
  await recordTextsStopped(db, phone, clock.now())
  const userId = await findVerifiedHolder(db, phone)
  if (userId !== null) {
    await inTransaction(db, (tx) => giveNotice(services, tx, userId, { kind: 'texts-stopped' }))
    services.live.publish(userId, 'notices')
    services.live.publish(userId, 'account')
  }
  return TEXT_REPLIES.stopped
}

async function startTexts({ db, config, live }: Services, phone: string): Promise<string> {
  await recallStopped(db, config, phone)
  await removeTextsStopped(db, phone)
  const userId = await findVerifiedHolder(db, phone)
  if (userId !== null) live.publish(userId, 'account')
  return TEXT_REPLIES.started
}

/** SKIP skips exactly the announced call, and never removes a skip (SCHED-9). */
async function skipAnnounced(services: Services, text: TextReceived): Promise<string> {
  const userId = await findVerifiedHolder(services.db, text.from)
  if (userId === null) return TEXT_REPLIES.nothingToSkip
  const reply = await withPerson(services, userId, async (tx) => {
    const announced = await meantBy(tx, text, userId, services.clock.now())
    if (announced?.scheduleId == null) return TEXT_REPLIES.nothingToSkip
    const { scheduleId: id, dueAt, timezone } = announced
    const skipped = await skipNamedCall(services, tx, { userId, id }, { at: dueAt })
    if (skipped.outcome !== 'skipped') return TEXT_REPLIES.nothingToSkip
    const { date, time, weekday } = localDateTimeAt(dueAt, timezone)
    return TEXT_REPLIES.skipped(`${shortDate(date, weekday)} at ${twelveHour(time)}`, !skipped.isRecurring)
  })
  services.live.publish(userId, 'schedules')
  return reply
}

/**
 * Another SKIP means another announced call, if there is one; otherwise the person is told once more what is skipped. A
 * redelivered message means nothing new.
 */
async function meantBy(tx: Tx, text: TextReceived, userId: number, now: Instant): Promise<Occurrence | null> {
  const isNew = await spendToken(tx, hashOfSecret(`text ${text.carrierMessageId}`), now + TEXT_KNOWN_MS)
  const further = isNew ? await findAnnouncedAhead(tx, userId, now) : null
  return further ?? findSkippedAhead(tx, userId, now)
}
