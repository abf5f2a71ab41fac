import { createHmac } from 'node:crypto'
import type { Deliveries } from '@reveille/contract/people'
import { SIGNALS_SHOWN } from '@reveille/core/accounts/retention-times'
import { DAY_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { giveNoticeOnce } from '../notices/give-notice.ts'
import { listOwners } from '../people/owners.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import * as stored from './signals.sql.ts'

const PEOPLE_AT_ONCE = 500
const SENT_AT_ONCE = 100
const ANSWERS_WITHIN_MS = 5_000
/** Longer than any attempt takes. */
const CLAIMED_FOR_MS = 10_000
const LONGEST_WAIT_MS = 15_000

/**
 * Finds news of the people who chose the webhook and starts sending it, in order for each person. Never waits for a
 * slow receiver, and sends one request at a time while the receiver fails. After a 410, sends nothing until the next
 * start.
 */
export function tellHouse(services: Services, stop: AbortSignal): () => Promise<void> {
  const { db, clock, config, log } = services
  const { webhook } = config
  let state: 'taken' | 'failed' | 'gone' = 'taken'
  let underWay = 0
  let isClaiming = false
  if (webhook === null) return () => Promise.resolve()

  async function deliver(signal: stored.Claimed): Promise<void> {
    const status = await post(webhook!, signal, clock.now(), stop)
    if (stop.aborted || state === 'gone') return // the next start sends it again
    const [now, before] = [clock.now(), state]
    state = status === 410 ? 'gone' : status >= 200 && status < 300 ? 'taken' : 'failed'
    if (state !== before) log.warn({ kind: signal.kind, status }, `webhook ${state === 'taken' ? 'is back' : state}`)
    const isTaken = state === 'taken'
    const at = isTaken ? now : now + Math.min(1_000 * 2 ** (signal.tries - 1), LONGEST_WAIT_MS)
    await stored.saveTry(db, signal.id, { answer: status === 0 ? 'no answer' : `HTTP ${status}`, isTaken, at })
    if (isTaken) clock.spawn('signals', send) // this person's next signal can go now
    if (state !== 'gone') return
    await stored.endSignals(db, now, 'all')
    await tellOwners(services)
  }

  async function send(): Promise<void> {
    const limit = (state === 'failed' ? 1 : SENT_AT_ONCE) - underWay
    if (isClaiming || limit <= 0) return
    isClaiming = true
    const now = clock.now()
    const claimed = await stored.claimSignals(db, now, now + CLAIMED_FOR_MS, limit).finally(() => (isClaiming = false))
    underWay += claimed.length
    for (const signal of claimed) clock.spawn('signal', () => deliver(signal).finally(() => underWay--))
  }

  return async () => {
    if (state === 'gone') return
    await look(services)
    if (await stored.endSignals(db, clock.now(), 'expired')) await tellOwners(services)
    await send()
  }
}

async function look({ db, clock }: Services): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now()
    const userIds = await stored.lockWatched(tx, now, PEOPLE_AT_ONCE)
    if (userIds.length === 0) return
    await stored.insertNews(tx, userIds, now)
    await stored.saveNextCalls(tx, userIds, await stored.nextCalls(tx, userIds, now), now)
  })
}

type Webhook = NonNullable<Services['config']['webhook']>

/** By Standard Webhooks; a new timestamp each time, because receivers refuse old ones. 0 without an answer. */
async function post(
  { url, secret }: Webhook,
  signal: stored.Claimed,
  now: Instant,
  stop: AbortSignal,
): Promise<number> {
  const { webhookId, body } = signal
  const timestamp = String(Math.floor(now / 1_000))
  const signature = createHmac('sha256', secret).update(`${webhookId}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  const limit = AbortSignal.any([stop, AbortSignal.timeout(ANSWERS_WITHIN_MS)])
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
    await answer.body?.cancel() // don't read it, however long it is
    return answer.status
  } catch {
    return 0
  }
}

/** Notifies owners that the receiver is gone, or has accepted nothing for a day; at most once a day. */
async function tellOwners(services: Services): Promise<void> {
  const notice = { kind: 'webhook-failed', since: services.clock.now() - DAY_MS } as const
  await inTransaction(services.db, async (tx) => {
    for (const userId of await listOwners(tx)) await giveNoticeOnce(services, tx, userId, notice)
  })
}

/** Tells the webhook when something that calls depend on breaks or works again. */
export async function tellSetup({ db, clock, config }: Services, faults: readonly string[]): Promise<void> {
  if (config.webhook !== null) await stored.insertSetup(db, faults.join(', '), clock.now())
}

/** For owners, latest first. */
export const listDeliveries = ({ db }: Pick<Services, 'db'>): Promise<Deliveries> =>
  stored.listSignals(db, SIGNALS_SHOWN)
