import { cityOf, twelveHour } from '@reveille/core/schedules/next-call-text'
import { ANNOUNCED_BEFORE_MS, announcement, SKIP_CODE_DIGITS } from '@reveille/core/texts/text-reply'
import { localDateTimeAt } from '@reveille/core/time/time-zone'
import type { TextNews, WithCarrier } from '../carrier/carrier.ts'
import { areTextsPaused, noteDeliveredText, noteLostText } from '../carrier/lost-texts.ts'
import { recordTextsStopped, mayBeTexted } from '../people/opt-outs.sql.ts'
import type { Config } from '../platform/config/config.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { rowJob } from '../platform/jobs/jobs.ts'
import { pay } from '../platform/limits/budgets.ts'
import { alarmed, daily, goesOn, type Budgets } from '../platform/limits/declare-budget.ts'
import { isOfEither, keyedHash, newSecret, type Generations } from '../platform/secrets.ts'
import type { Services } from '../platform/services.ts'
import { markAnnounced, recordAnnouncement, takeAnnouncements } from './announcements.sql.ts'

export const announcementJob = rowJob('send-announcement', 'occurrenceId')

/**
 * The text before a call. A call that is rescheduled all day is announced each time, so texts need a budget; the call
 * itself has none. A person has three schedules with one call a day each, and the rest is for changes of mind.
 */
export const announcements: Budgets = ({ textsPerDay }) => [
  daily('announcements-per-person', 'person', 20),
  goesOn(alarmed(daily('announcements-of-a-day', 'all', textsPerDay))),
]

const BATCH = 100

/** After the call, its announcement is useless. */
const VALID_S = ANNOUNCED_BEFORE_MS / 1_000

/** Enqueues the text of every announcement that is due, at most once each. */
export async function announceCalls(services: Services): Promise<void> {
  while ((await announceSome(services)) === BATCH) continue
}

/** Returns how many were due, at most a batch. */
function announceSome({ db, clock, jobs }: Services): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { taken, occurrenceIds } = await takeAnnouncements(tx, clock.now(), BATCH)
    await jobs.enqueue(tx, announcementJob, ...occurrenceIds.map((occurrenceId) => ({ occurrenceId })))
    return taken
  })
}

/** Texts one announcement, at most once; nothing if the call has been skipped, paused or dialed. */
export async function sendAnnouncement(
  services: Services & WithCarrier,
  { occurrenceId }: { occurrenceId: number },
): Promise<void> {
  const { config, db, clock, carrier, log } = services
  const token = newSecret()
  const announced = await markAnnounced(db, occurrenceId, { token, now: clock.now() })
  if (announced === null || !(await mayBeTexted(db, config, announced.phone))) return
  if (await areTextsPaused(services, announced.phone)) return
  if ((await pay(services, announcements, { keys: { person: String(announced.userId) } })) !== null) return
  const time = twelveHour(localDateTimeAt(announced.dueAt, announced.timezone).time)
  const body = announcement(time, cityOf(announced.timezone), skipCode(config, occurrenceId))
  try {
    const newsPath = `/callbacks/announcement/${token}`
    const sent = await carrier.sendText({ to: announced.phone, body, newsPath, validS: VALID_S })
    if (sent.outcome === 'sent') return
    log.warn({ occurrenceId, ...sent }, 'carrier rejected announcement')
    await handleAnnouncementReport(services, token, { state: 'failed', reason: sent.reason, code: sent.refusal.code })
  } catch (error) {
    // It may have been sent: one announcement too few is better than one too many.
    log.warn({ occurrenceId, error }, 'announcement in doubt')
  }
}

/** Records the carrier's report on an announcement. A lost one isn't resent: it would be late. */
export async function handleAnnouncementReport(services: Services, token: string, news: TextNews): Promise<void> {
  const { db, clock, live } = services
  if (news.state === 'under-way') return
  const isLost = news.state === 'failed'
  const result = { delivery: isLost ? 'failed' : 'delivered', error: isLost ? news.code : null } as const
  const told = await recordAnnouncement(db, token, result)
  if (told === null) return
  const { phone, userId } = told
  if (!isLost) return noteDeliveredText(services, phone)
  await noteLostText(services, { phone, reason: news.reason, code: news.code })
  if (news.reason !== 'stopped') return
  await recordTextsStopped(db, phone, clock.now())
  live.publish(userId, 'account')
}

/**
 * Four digits in an announcement, which a SKIP of this call must repeat: a text's sender can be forged, but only the
 * phone's owner reads what we sent there.
 */
export function skipCode({ sessionSecret }: Pick<Config, 'sessionSecret'>, occurrenceId: number): string {
  return codeOf(sessionSecret, occurrenceId)
}

/** Also accepts the digits of an announcement from before the secret was rotated. */
export function isSkipCode(config: Generations, occurrenceId: number, typed: string): boolean {
  return isOfEither(config, typed, (secret) => codeOf(secret, occurrenceId))
}

function codeOf(secret: string, occurrenceId: number): string {
  const drawn = Buffer.from(keyedHash(secret, 'skip by text', String(occurrenceId)), 'base64url').readUInt32BE()
  return String(drawn % 10 ** SKIP_CODE_DIGITS).padStart(SKIP_CODE_DIGITS, '0')
}
