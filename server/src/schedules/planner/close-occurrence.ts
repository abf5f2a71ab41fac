import type { Call } from '@reveille/core/calls/call'
import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import { CUT_OFF_MS } from '@reveille/core/calls/call-times'
import type { Outcome } from '@reveille/core/calls/next-step'
import { covers, type Proof } from '@reveille/core/calls/proof'
import type { Notice } from '@reveille/core/notices/notice'
import type { Occurrence } from '@reveille/core/schedules/schedule'
import { nextUnskipped } from '@reveille/core/schedules/skipped-calls'
import type { Instant } from '@reveille/core/time/time-zone'
import { giveNotice } from '../../notices/give-notice.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { listSchedules } from '../schedules.sql.ts'
import {
  endOneTimeSchedule,
  noteTold,
  noticeDetails,
  otherOpenOccurrences,
  readOccurrence,
  stopOccurrence,
  writeConfirmed,
  writeOutcome,
} from './occurrences.sql.ts'
import { deleteUndialled, lockCallsOf } from './planned-calls.sql.ts'

/** The last failed call, and why: the person relied on it even if an earlier one was answered. */
export type FailedCall = { dueAt: Instant; reason: string }

/**
 * How many calls were made, when the last one was due, whether somebody answered one and stayed silent, and whether
 * they had confirmed before that (Strict).
 */
export type Rings = { calls: number; lastAt: Instant; isSilent: boolean; isProven: boolean }

/** How an occurrence ends: by its calls' outcome, or because the person canceled it. */
export type Ending =
  | { outcome: Outcome; by: 'call'; failed?: FailedCall | null; rings?: Rings }
  | { outcome: Outcome; by: 'person' }

/**
 * The only way to end an occurrence: sets its final outcome, ends its one-time schedule, and notifies the person of a
 * missed, unconfirmed or failed call. A skip notifies nobody. A person's own action ends no future
 * one-time schedule. Does nothing if there is an outcome already.
 */
export async function closeOccurrence(
  services: Services,
  tx: Tx,
  occurrence: Pick<Occurrence, 'id' | 'scheduleId' | 'userId' | 'dueAt' | 'isSample'>,
  ending: Ending,
): Promise<void> {
  const now = services.clock.now()
  const { id, userId, scheduleId, dueAt, isSample } = occurrence
  const { outcome } = ending
  if (!(await writeOutcome(tx, id, outcome, now))) return
  services.log.info({ occurrenceId: id, userId, outcome, by: ending.by }, 'occurrence ended')
  const isOver = ending.by === 'call' || (outcome !== 'skipped' && dueAt <= now)
  // What rang needs no second notification: the person answered, or is told what became of it.
  const isTold = ending.by === 'call'
  if (scheduleId !== null && isOver) await endOneTimeSchedule(tx, scheduleId, { dueAt, at: now, isTold })
  // A sample's person sees the result, except why we stop calling that number.
  if (isSample && (ending.by !== 'call' || ending.failed?.reason !== 'too-many-calls')) return
  const isToTell = ending.by === 'call' && outcome !== 'answered'
  if (isToTell && (await noteTold(tx, id, outcome))) await tellUnproven(services, tx, occurrence, ending)
}

/** Nobody confirmed: says what came of our calls, and why the last one failed if it did. */
async function tellUnproven(
  services: Services,
  tx: Tx,
  occurrence: Pick<Occurrence, 'id' | 'userId' | 'dueAt'>,
  { outcome, failed, rings }: Ending & { by: 'call' },
): Promise<void> {
  const { dueAt } = occurrence
  const { calls = 1, lastAt = dueAt, isSilent = false, isProven = false } = rings ?? {}
  if (outcome === 'missed')
    await giveCallNotice(services, tx, occurrence, { kind: 'call-missed', dueAt, calls, lastAt })
  // A person who snoozed and relied on a call that failed wasn't silent: tell them about the failure.
  if (outcome === 'unconfirmed' && (isSilent || !failed))
    await giveCallNotice(services, tx, occurrence, { kind: 'call-unconfirmed', dueAt, calls, lastAt, isProven })
  const reason = failed && (outcome === 'failed' ? { ...failed, dueAt } : failed)
  if (reason) await giveCallNotice(services, tx, occurrence, { kind: 'call-failed', ...reason })
}

type CallNotice = Extract<Notice, { dueAt: number; timezone: string; isLast: boolean }>
type Told<N> = N extends CallNotice ? Omit<N, 'timezone' | 'isLast' | 'isOneTime' | 'next'> : never

/** Notifies a person about a call, in its zone, and which one follows. */
export async function giveCallNotice(
  services: Services,
  tx: Tx,
  occurrence: Pick<Occurrence, 'id' | 'userId'>,
  notice: Told<CallNotice>,
): Promise<void> {
  const { userId } = occurrence
  const { mayBeCalled, ...about } = await noticeDetails(tx, occurrence.id)
  const next = mayBeCalled ? await nextCallToTell(tx, userId, services.clock.now()) : null
  await giveNotice(services, tx, userId, { ...notice, ...about, next } as Notice)
}

/** Locks nothing, since not every caller holds the person's lock. */
async function nextCallToTell(tx: Tx, userId: number, now: Instant): Promise<CallNotice['next']> {
  const coming = (await listSchedules(tx, { userId, now })).flatMap((schedule) => {
    const at = schedule.isActive ? (schedule.plannedAt ?? nextUnskipped(schedule)) : null
    return at === null || at <= now ? [] : [{ at, timezone: schedule.timezone, scheduleId: schedule.id }]
  })
  return coming.toSorted((a, b) => a.at - b.at)[0] ?? null
}

/**
 * Ends an open occurrence: nothing more is dialed for it, whatever we learn about its calls later. Answered if the
 * person confirmed in one of them, otherwise canceled. A call in progress continues, and closes its occurrence when it
 * ends.
 */
export async function endOccurrence(services: Services, tx: Tx, occurrence: Occurrence): Promise<void> {
  const { id } = occurrence
  const dialled = (await lockCallsOf(tx, id)).filter(({ stage }) => !isUndialled(stage))
  await deleteUndialled(tx, [id])
  // One that never began may be planned again.
  if (dialled.length > 0) await stopOccurrence(tx, id, services.clock.now())
  if (dialled.some(({ stage }) => stage !== 'ended')) return
  const answered = dialled.some(({ confirmedAt }) => confirmedAt !== null)
  await closeOccurrence(services, tx, occurrence, { outcome: answered ? 'answered' : 'cancelled', by: 'person' })
}

export async function endOccurrenceOf(services: Services, tx: Tx, occurrenceId: number): Promise<void> {
  await endOccurrence(services, tx, await readOccurrence(tx, occurrenceId))
}

/** The person is up, which also settles their other calls that are due now and ask for no stronger proof. */
export async function confirmOccurrence(services: Services, tx: Tx, call: Call, given: Proof): Promise<void> {
  const now = services.clock.now()
  await writeConfirmed(tx, call.occurrenceId, now)
  // A sample never affects a real call.
  if (call.kind === 'sample') return
  const { userId, occurrenceId: exceptId } = call
  for (const other of await otherOpenOccurrences(tx, { userId, exceptId, now, windowMs: CUT_OFF_MS })) {
    if (!covers(given, other.proof)) continue
    await deleteUndialled(tx, [other.id])
    await writeConfirmed(tx, other.id, now)
    await closeOccurrence(services, tx, other, { outcome: 'answered', by: 'call' })
  }
}
