import type { Instant } from '@reveille/core/time/time-zone'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tx } from '../platform/database/transaction.ts'

/** Lets the webhook hear of a person's mornings from then on; null ends it, and deletes what still waits. */
export async function setSignalled(tx: Tx, userId: number, since: Instant | null): Promise<void> {
  if (since === null) await sql`delete from signal_people where user_id = ${userId}`.execute(tx)
  else await sql`insert into signal_people (user_id, since) values (${userId}, ${new Date(since)})`.execute(tx)
}

/** For news that came without the person's lock, which does this itself (people/lock-person.sql.ts). */
export async function lookAtSignals(db: Database, userIds: readonly number[]): Promise<void> {
  await sql`update signal_people set look_at = '-infinity' where user_id = any(${userIds}::bigint[])`.execute(db)
}
