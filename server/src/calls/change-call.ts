import type { Call, CarrierId } from '@reveille/core/calls/call'
import type { Callee } from '@reveille/core/people/callable'
import { withPerson } from '../people/with-person.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { callbackBatches } from './callbacks/callback-batches.ts'
import { lockCall, type ReadCall } from './calls.sql.ts'

export type LockedCall = { call: Call; callee: Callee }

/**
 * The only way to decide about a call concurrently: in its own transaction, under the person's lock and then the
 * call's. Notifies open pages after the commit. Null when the account is gone.
 */
export async function changeCall<R>(
  services: Services,
  { id, userId }: Pick<Call, 'id' | 'userId'>,
  change: (tx: Tx, locked: LockedCall) => Promise<R>,
): Promise<R | null> {
  const result = await withPerson(services, userId, async (tx, callee) => {
    const call = callee === null ? null : await lockCall(tx, id)
    return call === null ? null : change(tx, { call, callee: callee! })
  })
  services.live.publish(userId, 'calls')
  return result
}

/**
 * The call of a callback. Null when no call has this secret, or it isn't the one that this carrier means. At a crowded
 * minute many are read by one statement.
 */
export async function callOfCallback(
  { db }: Pick<Services, 'db'>,
  token: string,
  carrierCallId: string | null,
  from?: CarrierId,
): Promise<ReadCall | null> {
  const call = await callbackBatches(db).read(token)
  return call !== null && isOurs(call, carrierCallId, from) ? call : null
}

/** Whether a restore put it in doubt: the lost installation may have dialed it by either carrier, until the cutoff. */
export const isSinceRestore = ({ stage, callerNumber }: Call): boolean => stage === 'in_doubt' && callerNumber === null

/** The secret identifies the call; the carrier that tells of it, and its id, must not contradict what we know. */
export function isOurs(call: Call, carrierCallId: string | null, from: CarrierId = 1): boolean {
  if (call.carrier !== from && !isSinceRestore(call)) return false
  return call.carrierCallId === null || carrierCallId === null || call.carrierCallId === carrierCallId
}
