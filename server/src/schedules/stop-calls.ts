import { MINUTE_MS } from '@reveille/core/time/duration'
import type { Instant } from '@reveille/core/time/time-zone'
import { giveNotice, rewordNotice } from '../notices/give-notice.ts'
import { recordCallsStopped, removeCallsStopped, undoCallsStopped } from '../people/opt-outs.sql.ts'
import type { Tx } from '../platform/database/transaction.ts'
import type { Expected } from '../platform/http/if-match.ts'
import type { Services } from '../platform/services.ts'
import { changeCallable } from './change-callable.ts'
import { changeSchedule, type Unchanged } from './change-schedule.ts'
import { openOccurrencesOf } from './planner/occurrences.sql.ts'
import { isBeingPlaced, isUnderWay, lockOpenCallsOf } from './planner/planned-calls.sql.ts'
import { setAllActive } from './schedules.sql.ts'

/**
 * Stops calls, by 0 twice on the phone, on the account page or by an owner: pauses every schedule and records the stop
 * by number. Only a code to that number lifts it, or `undoStop` and `undoOwnersStop` if it was made on a page. From the
 * second number it stops the first one too, if that's still this person's.
 */
export async function stopCalls(
  services: Services,
  tx: Tx,
  userId: number,
  {
    phone,
    rangSecond,
    by,
    now = services.clock.now(),
  }: { phone: string | null; rangSecond: boolean; by?: 'phone' | 'account' | 'owner'; now?: Instant },
): Promise<void> {
  await changeCallable(services, tx, { userId, followUps: 'end' }, async (callee) => {
    const paused = await setAllActive(tx, userId, false)
    const first = callee?.phoneVerified === true ? callee.phone : null
    for (const stopped of new Set([phone, rangSecond ? first : phone]))
      if (stopped !== null)
        await recordCallsStopped(tx, stopped, now, by === 'account' || by === 'owner' ? paused : null)
  })
  await giveNotice(services, tx, userId, { kind: 'calls-stopped', ...(by && { by }) })
}

/** Long enough to notice a mistake; a forgotten session can't undo it later. */
const UNDO_MS = 2 * MINUTE_MS

/**
 * Undoes calls turned off on the account page, within two minutes: resumes what it paused and rewords its notification.
 * False when that time is over, or 0 was pressed twice meanwhile: then only a code helps.
 */
export const undoStop = (services: Services, tx: Tx, userId: number, phone: string): Promise<boolean> =>
  liftStop(services, tx, { userId, phone, since: services.clock.now() - UNDO_MS })

/** Undoes an owner's pause of this instant, however long ago. */
export const undoOwnersStop = (
  services: Services,
  tx: Tx,
  { stoppedAt, ...person }: { userId: number; phone: string; stoppedAt: Instant },
): Promise<boolean> => liftStop(services, tx, { ...person, since: stoppedAt - 1, by: 'owner' })

async function liftStop(
  services: Services,
  tx: Tx,
  { userId, phone, since, by }: { userId: number; phone: string; since: Instant; by?: 'owner' },
): Promise<boolean> {
  const isUndone = await changeCallable(services, tx, { userId, followUps: 'stay' }, async () => {
    const paused = await undoCallsStopped(tx, phone, since)
    if (paused !== null) await setAllActive(tx, userId, true, paused)
    return paused !== null
  })
  if (isUndone) await rewordNotice(services, tx, userId, { kind: 'calls-stopped', isUndone, since, ...(by && { by }) })
  return isUndone
}

/**
 * A code to the number turned its calls back on. Calls of the next minutes that were already canceled ring after all;
 * schedules stay paused until resumed one by one.
 */
export async function resumeCalls(services: Services, tx: Tx, userId: number, phone: string): Promise<void> {
  await changeCallable(services, tx, { userId, followUps: 'stay' }, () => removeCallsStopped(tx, phone))
}

/** Pauses every schedule and ends what has begun. Records no stop for the number, and notifies nobody. */
export function pauseSchedules(services: Services, tx: Tx, userId: number): Promise<unknown> {
  return changeCallable(services, tx, { userId, followUps: 'end' }, () => setAllActive(tx, userId, false))
}

/** `underWay`: the carrier already has one of its calls, which continues. */
export type StopOutcome =
  | { outcome: 'stopped'; underWay: boolean }
  | { outcome: 'nothing-to-stop' | 'being-placed' }
  | Unchanged

/** No snooze, retry or wake check follows today. Ends a one-time schedule; a recurring one rings again. */
export async function stopForToday(
  services: Services,
  userId: number,
  id: number,
  expected?: Expected,
): Promise<StopOutcome> {
  const stopped = await changeSchedule<StopOutcome>(services, { userId, id, expected }, async (tx, { schedule }) => {
    const calls = await lockOpenCallsOf(tx, id)
    if (calls.some(isBeingPlaced)) return { refused: { outcome: 'being-placed' } }
    const now = services.clock.now()
    const hasBegun = (await openOccurrencesOf(tx, id)).some(({ dueAt }) => dueAt <= now)
    if (!hasBegun) return { refused: { outcome: 'nothing-to-stop' } }
    return { changed: schedule, followUps: 'end', result: { outcome: 'stopped', underWay: calls.some(isUnderWay) } }
  })
  services.live.publish(userId, 'calls')
  return stopped
}
