import type { Instant } from '@reveille/core/time/time-zone'
import type { Tx } from '../platform/database/transaction.ts'
import { raisedVersion } from '../platform/database/value-types.ts'

/** Notes that a person was asked for up to nine calls on one morning: they are asked once (WAKE-15). */
export async function setLadderAsked(tx: Tx, userId: number, now: Instant): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ladder_asked_at: new Date(now), version: raisedVersion })
    .where('id', '=', userId)
    .execute()
}

/** Notes that a person answered the offer of three digits: it comes again after a fortnight. */
export async function setFirmOffered(tx: Tx, userId: number, now: Instant): Promise<void> {
  await tx
    .updateTable('users')
    .set({ firm_offered_at: new Date(now) })
    .where('id', '=', userId)
    .execute()
}
