import { MOST_EVENTS_A_KIND, type AccountEvent } from '@reveille/core/accounts/account-event'
import { browserName } from '@reveille/core/sign-in/browser-name'
import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tx } from '../database/transaction.ts'
import { coarseNetwork } from '../limits/subnet.ts'

/** `from` is null when no browser asked, or when somebody else did. */
type EventOrigin = { userId: number; now: Instant; from: AskedFrom | null }

/**
 * Records an event of an account. Stores the browser's name and the network, not the raw User-Agent and address.
 * Drops the oldest events of a kind beyond the limit.
 */
export async function noteAccountEvent(tx: Tx, { userId, now, from }: EventOrigin, event: AccountEvent): Promise<void> {
  await tx
    .insertInto('account_events')
    .values({
      user_id: userId,
      at: new Date(now),
      kind: event.kind,
      detail: 'consent' in event ? event.consent : 'act' in event ? event.act : null,
      browser: from === null ? null : browserName(from.browser),
      network: from === null ? null : coarseNetwork(from.ip),
    })
    .execute()
  await sql`
    delete from account_events where user_id = ${userId} and kind = ${event.kind} and id <= (
      select id from account_events where user_id = ${userId} and kind = ${event.kind}
      order by id desc offset ${MOST_EVENTS_A_KIND} limit 1
    )
  `.execute(tx)
}

export async function lastEventOf(db: Database, userId: number, kinds: readonly AccountEvent['kind'][]) {
  const events = db.selectFrom('account_events').select(['kind', 'at']).where('user_id', '=', userId)
  return (await events.where('kind', 'in', kinds).orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null
}

/** Latest first. */
export function listAccountEvents(db: Database, userId: number) {
  return db
    .selectFrom('account_events')
    .select(['id', 'at', 'kind', 'detail', 'browser', 'network'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

/** Where a request came from: its address and its raw User-Agent. */
export type AskedFrom = { ip: string; browser: string }

export function askedFrom(request: { ip: string; headers: { 'user-agent'?: string | undefined } }): AskedFrom {
  return { ip: request.ip, browser: request.headers['user-agent'] ?? '' }
}
