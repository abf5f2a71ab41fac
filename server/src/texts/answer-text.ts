import { shortDate, twelveHour } from '@reveille/core/schedules/next-call-text'
import { isCarrierWord, TEXT_REPLIES, textedDigits, textKeyword } from '@reveille/core/texts/text-reply'
import { localDateTimeAt } from '@reveille/core/time/time-zone'
import type { TextReceived } from '../carrier/carrier.ts'
import { giveNotice } from '../notices/give-notice.ts'
import { recordTextsStopped, startTexts } from '../people/opt-outs.sql.ts'
import { findVerifiedHolder } from '../people/people.sql.ts'
import { withPerson } from '../people/with-person.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { pay, spend, type UsedUp } from '../platform/limits/budgets.ts'
import { daily, type Budgets } from '../platform/limits/declare-budget.ts'
import type { Services } from '../platform/services.ts'
import { skipNamedCall } from '../schedules/skip-call.ts'
import { isSkipCode } from './announce-calls.ts'
import { findAnnouncedAhead } from './announcements.sql.ts'

/** SKIPs with wrong digits: a forger can try this many of 10,000 codes a day. */
const wrongSkips: Budgets = () => [daily('wrong-skip-per-number', 'number', 5)]

/** Replies to texts that we don't understand, limited so that two machines can't text each other forever. */
export const helpTexts: Budgets = () => [daily('help-per-number', 'number', 5)]

/** Does what a text requests, for the sender's number only, and returns the reply; null for none. */
export async function answerText(services: Services, text: TextReceived): Promise<string | null> {
  const { from, body, answered } = text
  // The carrier answers its own keywords, and delivers nothing after STOP. 'Stop texting me' is our keyword alone.
  const isAnswered = answered !== null || (services.config.carrier.textKeywords === 'carrier' && isCarrierWord(body))
  const own = (reply: string): string | null => (isAnswered ? null : reply)
  switch (answered ?? textKeyword(body)) {
    case 'stop':
      return own(await stopTexts(services, from))
    case 'start':
      return own(await resumeTexts(services, from))
    case 'help':
      return isAnswered ? null : helped(services, from, TEXT_REPLIES.help)
    case 'skip':
      return skipAnnounced(services, text)
    case 'other':
      return helped(services, from, TEXT_REPLIES.help)
  }
}

/** STOP, and even 'stop calling', ends only texts: a text's sender can be forged, a call's keys can't. */
async function stopTexts(services: Services, phone: string): Promise<string> {
  const { db, clock, config } = services
  await recordTextsStopped(db, phone, clock.now())
  const userId = await findVerifiedHolder(db, phone)
  if (userId !== null) {
    // Without texts there is nothing to report.
    if (config.texts) await inTransaction(db, (tx) => giveNotice(services, tx, userId, { kind: 'texts-stopped' }))
    services.live.publish(userId, 'notices', 'account')
  }
  return TEXT_REPLIES.stopped
}

async function resumeTexts({ db, config, live }: Services, phone: string): Promise<string> {
  await startTexts(db, config, phone)
  const userId = await findVerifiedHolder(db, phone)
  if (userId !== null) live.publish(userId, 'account')
  return TEXT_REPLIES.started
}

/**
 * SKIP with an announcement's digits skips exactly that call, and never removes a skip. Without digits it skips
 * nothing: the phone rings, which is the safe mistake. After a few wrong ones in a day, it checks none.
 */
async function skipAnnounced(services: Services, { from, body }: TextReceived): Promise<string | null> {
  const userId = await findVerifiedHolder(services.db, from)
  if (userId === null) return helped(services, from, TEXT_REPLIES.nothingToSkip)
  const reply = await spend(services, wrongSkips, { keys: { number: from } }, async () => {
    const result = await skipByCode(services, userId, textedDigits(body))
    return { result, pays: result === 'wrong' ? 'anyway' : 'nothing' }
  })
  if (reply === 'wrong' || isUsedUp(reply)) return helped(services, from, TEXT_REPLIES.skipNeedsCode)
  services.live.publish(userId, 'schedules')
  return reply ?? helped(services, from, TEXT_REPLIES.nothingToSkip)
}

const isUsedUp = (reply: string | null | UsedUp): reply is UsedUp => typeof reply === 'object' && reply !== null

/** The reply; null when nothing skippable was announced, 'wrong' when nothing was announced with this code. */
function skipByCode(services: Services, userId: number, code: string | null): Promise<string | 'wrong' | null> {
  return withPerson(services, userId, async (tx) => {
    const announced = await findAnnouncedAhead(tx, userId, services.clock.now())
    if (announced.length === 0) return null
    const meant = announced.find(({ id }) => code !== null && isSkipCode(services.config, id, code))
    if (meant?.scheduleId == null) return meant === undefined ? 'wrong' : null
    const { scheduleId: id, dueAt, timezone } = meant
    const skipped = await skipNamedCall(services, tx, { userId, id }, { at: dueAt })
    if (skipped.outcome !== 'skipped') return null
    const { date, time, weekday } = localDateTimeAt(dueAt, timezone)
    return TEXT_REPLIES.skipped(`${shortDate(date, weekday)} at ${twelveHour(time)}`, !skipped.isRecurring)
  })
}

/** A helpful reply; null after a few in a day, so that two machines can't text each other forever. */
async function helped(services: Services, phone: string, reply: string): Promise<string | null> {
  return (await pay(services, helpTexts, { keys: { number: phone } })) === null ? reply : null
}
