import type { VoiceId } from '@reveille/core/speech/voices'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { prepareAnew, setVoiceOfPlannedCalls } from './planned-calls.sql.ts'

/** The content or voice of a person's planned calls has changed: their messages are composed and spoken anew. */
export async function rewordPlannedCalls({ clock }: Services, tx: Tx, userId: number, voice?: VoiceId): Promise<void> {
  if (voice !== undefined) await setVoiceOfPlannedCalls(tx, userId, voice)
  await prepareAnew(tx, userId, clock.now())
}
