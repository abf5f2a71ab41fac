import { shortDate, twelveHour } from '@reveille/core/schedules/next-call-text'
import { TEXT_REPLIES, textKeyword } from '@reveille/core/texts/text-reply'
import { localDateTimeAt, type Instant } from '@reveille/core/time/time-zone'
import type { TextReceived } from '../carrier/carrier.ts'
import { giveNotice } from '../notices/give-notice.ts'
import { recallStopped } from '../people/kept-opt-outs.ts'
import { lockPerson } from '../people/lock-person.sql.ts'
import { recordTextsStopped, removeTextsStopped } from '../people/opt-outs.sql.ts'
import { findVerifiedHolder } from '../people/people.sql.ts'
import { spendProof } from '../platform/database/single-use.sql.ts'
import type { OccurrenceRow } from '../platform/database/tables.ts'
import { inTransaction, type Tx } from '../platform/database/transaction.ts'
import { hashOfSecret } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { lockSchedule } from '../schedules/schedules.sql.ts'
import { skip } from '../schedules/skip-call.ts'
import { findAnnouncedAhead, findSkippedAhead } from './announcements.sql.ts'

/** A number gets this many texts of help a day, so that two machines cannot talk to each other for ever. */
const HELP = { name: 'help-per-number', size: 5, windowS: 24 * 60 * 60 } as const

/** The carrier delivers a text again within minutes, if at all. */
const TEXT_KNOWN_MS = 24 * 60 * 60_000

/** Does what a text to our number asks for and says what to answer; null for silence. It acts for its own number only. */
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
      return (await services.limits.use(HELP, from)).allowed ? TEXT_REPLIES.help : null
  }
}

/** STOP ends texts and nothing else; the person sees it on screen too. */
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

/** SKIP skips exactly the call that was announced, and never takes a skip back (SCHED-9). */
async function skipAnnounced(services: Services, text: TextReceived): Promise<string> {
  const userId = await findVerifiedHolder(services.db, text.from)
  if (userId === null) return TEXT_REPLIES.nothingToSkip
  const reply = await inTransaction(services.db, async (tx) => {
    await lockPerson(tx, userId)
    const now = services.clock.now()
    const announced = await meantBy(tx, text, userId, now)
    if (announced?.schedule_id == null) return TEXT_REPLIES.nothingToSkip
    const schedule = await lockSchedule(tx, { userId, id: announced.schedule_id, now })
    const dueAt = announced.due_at.getTime()
    const skipped = schedule === null ? null : await skip(services, tx, schedule, { at: dueAt })
    if (skipped?.outcome !== 'skipped') return TEXT_REPLIES.nothingToSkip
    const { date, time, weekday } = localDateTimeAt(dueAt, announced.timezone)
    return TEXT_REPLIES.skipped(`${shortDate(date, weekday)} at ${twelveHour(time)}`, schedule?.is_recurring === false)
  })
  services.live.publish(userId, 'schedules')
  return reply
}

/**
 * A further SKIP means another announced call, if there is one; else its person is told once more what is skipped. The
 * same message delivered again means nothing further.
 */
async function meantBy(tx: Tx, text: TextReceived, userId: number, now: Instant): Promise<OccurrenceRow | null> {
  const isNew = await spendProof(tx, hashOfSecret(`text ${text.carrierMessageId}`), now + TEXT_KNOWN_MS)
  const further = isNew ? await findAnnouncedAhead(tx, userId, now) : null
  return further ?? findSkippedAhead(tx, userId, now)
}
