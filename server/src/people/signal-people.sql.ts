import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** Signals a person's mornings to the webhook from `since` on. Null stops that, and deletes unsent signals. */
export async function setSignalled(tx: Tx, userId: number, since: Instant | null): Promise<void> {
  if (since === null) await sql`delete from signal_people where user_id = ${userId}`.execute(tx)
  else await sql`insert into signal_people (user_id, since) values (${userId}, ${new Date(since)})`.execute(tx)
}

/** Marks people for a check of their news after a change made without their lock. `lockPerson` does this itself. */
export async function lookAtSignals(db: Database, userIds: readonly number[]): Promise<void> {
  await sql`update signal_people set look_at = '-infinity' where user_id = any(${userIds}::bigint[])`.execute(db)
}
