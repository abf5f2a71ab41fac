import { giveNotice } from '../notices/give-notice.ts'
import { recordCallsStopped, removeCallsStopped } from '../people/opt-outs.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from './change-callable.ts'
import { pauseAll } from './schedules.sql.ts'

/**
 * 0 twice on the phone, or calls turned off under Account (CALL-7): pauses every schedule and records, by number, that
 * calls are stopped. Only a code to that number lifts it (S72). Pressed on the second number it stops all as well, so the
 * first one is stopped with it (WAKE-18).
 */
export async function stopCalls(
  services: Services,
  tx: Tx,
  userId: number,
  { phone, rangSecond }: { phone: string | null; rangSecond: boolean },
): Promise<void> {
  await changeCallable(services, tx, { userId, followUps: 'end' }, async (callee) => {
    for (const stopped of new Set([phone, rangSecond ? (callee?.phone ?? null) : phone]))
      if (stopped !== null) await recordCallsStopped(tx, stopped, services.clock.now())
    await pauseAll(tx, userId)
  })
  await giveNotice(services, tx, userId, { kind: 'calls-stopped' })
}

/**
 * A code to the number turned its calls back on (CALL-7). Calls of the next minutes that were already cancelled ring after all;
 * schedules stay paused until each is resumed.
 */
export async function resumeCalls(services: Services, tx: Tx, userId: number, phone: string): Promise<void> {
  await changeCallable(services, tx, { userId, followUps: 'stay' }, () => removeCallsStopped(tx, phone))
}
