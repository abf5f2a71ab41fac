import { MINUTE_MS } from '@reveille/core/time/duration'
import { giveNotice, rewordNotice } from '../notices/give-notice.ts'
import { recordCallsStopped, removeCallsStopped, undoCallsStopped } from '../people/opt-outs.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from './change-callable.ts'
import { setAllActive } from './schedules.sql.ts'

/**
 * 0 twice on the phone, or calls turned off under Account (CALL-7): pauses every schedule and records, by number, that
 * calls are stopped. Only a code to that number lifts it (S72), or `undoStop` where it was made under Account. Pressed on
 * the second number it stops all as well, so the first one is stopped with it (WAKE-18).
 */
export async function stopCalls(
  services: Services,
  tx: Tx,
  userId: number,
  { phone, rangSecond, canUndo = false }: { phone: string | null; rangSecond: boolean; canUndo?: boolean },
): Promise<void> {
  await changeCallable(services, tx, { userId, followUps: 'end' }, async (callee) => {
    const paused = await setAllActive(tx, userId, false)
    for (const stopped of new Set([phone, rangSecond ? (callee?.phone ?? null) : phone]))
      if (stopped !== null) await recordCallsStopped(tx, stopped, services.clock.now(), canUndo ? paused : null)
  })
  await giveNotice(services, tx, userId, { kind: 'calls-stopped' })
}

/** Long enough to notice a mistake; a session that's left open undoes nothing later (S72). */
const UNDO_MS = 2 * MINUTE_MS

/**
 * Undoes calls turned off under Account, right away: what it had paused rings again, and its notice says so. False where
 * that's over, or 0 was pressed twice meanwhile: then only a code helps.
 */
export async function undoStop(services: Services, tx: Tx, userId: number, phone: string): Promise<boolean> {
  const since = services.clock.now() - UNDO_MS
  const isUndone = await changeCallable(services, tx, { userId, followUps: 'stay' }, async () => {
    const paused = await undoCallsStopped(tx, phone, since)
    if (paused !== null) await setAllActive(tx, userId, true, paused)
    return paused !== null
  })
  if (isUndone) await rewordNotice(services, tx, userId, { kind: 'calls-stopped', isUndone, since })
  return isUndone
}

/**
 * A code to the number turned its calls back on (CALL-7). Calls of the next minutes that were already cancelled ring after all;
 * schedules stay paused until each is resumed.
 */
export async function resumeCalls(services: Services, tx: Tx, userId: number, phone: string): Promise<void> {
  await changeCallable(services, tx, { userId, followUps: 'stay' }, () => removeCallsStopped(tx, phone))
}
