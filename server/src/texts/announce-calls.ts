import { cityOf, twelveHour } from '@reveille/core/schedules/next-call-text'
import { announcement } from '@reveille/core/texts/text-reply'
import { localDateTimeAt } from '@reveille/core/time/time-zone'
import type { WithCarrier } from '../carrier/carrier.ts'
import { hasStoppedTexts } from '../people/kept-opt-outs.ts'
import { recordTextsStopped } from '../people/opt-outs.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { pay } from '../platform/limits/budgets.ts'
import type { Services } from '../platform/services.ts'
import { markAnnounced, takeAnnouncements } from './announcements.sql.ts'
import { skipCode } from './skip-code.ts'

const BATCH = 100

/** Enqueues the text of every announcement that is due (CALL-9); at most once each. */
export async function announceCalls(services: Services): Promise<void> {
  while ((await announceSome(services)) === BATCH) continue
}

/** Returns how many were due, at most a batch. */
function announceSome({ db, clock, jobs }: Services): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { taken, occurrenceIds } = await takeAnnouncements(tx, clock.now(), BATCH)
    await jobs.enqueue(tx, 'send-announcement', ...occurrenceIds.map((occurrenceId) => ({ occurrenceId })))
    return taken
  })
}

/** Texts one announcement, at most once; nothing when the call was skipped, paused or dialled since. */
export async function sendAnnouncement(
  services: Services & WithCarrier,
  { occurrenceId }: { occurrenceId: number },
): Promise<void> {
  const { config, db, clock, carrier, log } = services
  const announced = await markAnnounced(db, occurrenceId, clock.now())
  if (announced === null || (await hasStoppedTexts(db, config, announced.phone))) return
  if ((await pay(services, 'announcement', { keys: { person: String(announced.userId) } })) !== null) return
  const time = twelveHour(localDateTimeAt(announced.dueAt, announced.timezone).time)
  const body = announcement(time, cityOf(announced.timezone), skipCode(config, occurrenceId))
  try {
    const sent = await carrier.sendText({ to: announced.phone, body })
    if (sent.outcome === 'sent') return
    if (sent.reason === 'stopped') await recordTextsStopped(db, announced.phone, clock.now())
    log.warn({ occurrenceId, ...sent }, 'the carrier refused an announcement')
  } catch (error) {
    // It may have been sent: one announcement too few is better than one too many.
    log.warn({ occurrenceId, error }, 'no clear answer about an announcement')
  }
}
