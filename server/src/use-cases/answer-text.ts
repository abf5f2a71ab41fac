import { shortDate, twelveHour } from '@reveille/core/next-call-text'
import { TEXT_REPLIES, textKeyword } from '@reveille/core/text-reply'
import { localDateTimeAt } from '@reveille/core/time-zone'
import { findAnnouncedAhead } from '../db/announcements.ts'
import { recordTextsStopped, removeTextsStopped } from '../db/opt-outs.ts'
import { lockPerson } from '../db/people.ts'
import { lockSchedule } from '../db/schedules.ts'
import { inTransaction } from '../db/transaction.ts'
import { findVerifiedHolder } from '../db/users.ts'
import type { Services } from '../ports/services.ts'
import { recallStopped } from './kept-opt-outs.ts'
import { giveNotice } from './give-notice.ts'
import { skip } from './skip-next-call.ts'

/** A number gets this many texts of help a day, so that two machines cannot talk to each other for ever. */
const HELP = { name: 'help-per-number', size: 5, windowS: 24 * 60 * 60 } as const

/** Does what a text to our number asks for and says what to answer; null for silence. It acts for its own number only. */
export async function answerText(
  services: Services,
  { from, body }: { from: string; body: string },
): Promise<string | null> {
  switch (textKeyword(body)) {
    case 'stop':
      return stopTexts(services, from)
    case 'start':
      return startTexts(services, from)
    case 'skip':
      return skipAnnounced(services, from)
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
async function skipAnnounced(services: Services, phone: string): Promise<string> {
  const userId = await findVerifiedHolder(services.db, phone)
  if (userId === null) return TEXT_REPLIES.nothingToSkip
  const reply = await inTransaction(services.db, async (tx) => {
    await lockPerson(tx, userId)
    const now = services.clock.now()
    const announced = await findAnnouncedAhead(tx, userId, now)
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
