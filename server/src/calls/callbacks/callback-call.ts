import type { Call } from '@reveille/core/calls/call'
import type { Services } from '../../platform/services.ts'
import { findCallByToken } from '../calls.sql.ts'

/** The call of a callback; null when no call has its secret, or the carrier's id is another call's. */
export async function callOfCallback(
  { db }: Pick<Services, 'db'>,
  token: string,
  carrierCallId: string | null,
): Promise<Call | null> {
  const call = await findCallByToken(db, token)
  return call !== null && isOurs(call, carrierCallId) ? call : null
}

/** The secret identifies the call; the carrier's id must not contradict what we know. */
export function isOurs(call: Call, carrierCallId: string | null): boolean {
  return call.carrierCallId === null || carrierCallId === null || call.carrierCallId === carrierCallId
}
