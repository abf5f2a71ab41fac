import type { CallScript } from '@reveille/core/calls/call-script'
import { findCallByToken } from '../calls.sql.ts'
import type { CallRow, PreparedScript } from '../../platform/database/tables.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { mayAnswer } from '../handle-key.ts'
import { composeScript } from './compose-message.ts'
import { isOurs } from '../handle-carrier-event.ts'
import { withoutAudio } from './prepare-message.ts'

/**
 * What the call with this token says, with the keys of its clips where they are ready. Null when there is nothing to
 * say: no such call, another's, or over. Words are never missing: at worst the carrier's own voice says them.
 */
export async function scriptForCall(
  services: Services,
  token: string,
  carrierCallId: string | null,
): Promise<CallScript | null> {
  const call = await findCallByToken(services.db, token)
  if (call === null || !isOurs(call, carrierCallId) || !mayAnswer(call)) return null
  const script = call.script ?? (await composeNow(services, call))
  return Object.fromEntries(
    Object.entries(script).map(([part, { text, audioKey }]) => [part, { text, audioPath: audioKey }]),
  ) as CallScript
}

/** The call came before its preparation. */
async function composeNow({ db }: Services, call: CallRow): Promise<PreparedScript> {
  return withoutAudio(await inTransaction(db, (tx) => composeScript(tx, call)))
}
