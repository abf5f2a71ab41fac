import { NOTHING_FOLLOWS } from '@reveille/core/calls/next-step'
import type { VoiceId } from '@reveille/core/speech/voices'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { insertOccurrences } from './occurrences.sql.ts'
import { planCalls } from './plan-calls.ts'

/** Plans a sample call, due now: one call without follow-ups or a schedule (CALL-12). Returns its id. */
export async function planSample(
  services: Services,
  tx: Tx,
  { userId, voice, timezone }: { userId: number; voice: VoiceId; timezone: string },
): Promise<number> {
  const dueAt = services.clock.now()
  const sample = {
    scheduleId: null,
    userId,
    dueAt,
    timezone,
    ...NOTHING_FOLLOWS,
    isSample: true,
    announceAt: null,
    outcome: null,
  } as const
  const [occurrence] = await insertOccurrences(tx, [sample], dueAt)
  const call = {
    occurrenceId: occurrence!.id,
    userId,
    attempt: 1,
    kind: 'sample',
    dueAt,
    voice,
    proof: sample.proof,
  } as const
  const [callId] = await planCalls(services, tx, [call])
  return callId!
}
