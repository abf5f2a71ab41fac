import type { Call } from '@reveille/core/calls/call'
import { isUndialled } from '@reveille/core/calls/call-lifecycle'
import { cutOff } from '@reveille/core/calls/call-times'
import { noteAfterChange } from '@reveille/core/schedules/note'
import { nextDue } from '@reveille/core/schedules/recurrence'
import { type ChosenSchedule, oneTimeByOurData, ruleOf, type Schedule } from '@reveille/core/schedules/schedule'
import { skipsByOurData } from '@reveille/core/schedules/skipped-calls'
import { lockCallee } from '../../people/with-person.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/services.ts'
import { insertSchedule, setSkipped, writeSchedule } from '../schedules.sql.ts'
import { endOccurrence } from './close-occurrence.ts'
import { openOccurrencesOf } from './occurrences.sql.ts'
import { failUndialled, lockCallsOf, prepareAnew } from './planned-calls.sql.ts'
import { lookAhead, planAhead, planSchedules } from './planner.ts'
import { noteCallEnded, settleOccurrence } from './settle-occurrence.ts'

/**
 * Whether follow-ups of a dialed call, and a call that is due, continue. An edit keeps them, and so does a pause,
 * during which they aren't dialed (dispatch/marks.sql.ts); everything else ends them.
 */
export type FollowUps = 'stay' | 'end'

/**
 * Writes a changed schedule, which is locked: cancels planned calls that never reached the carrier, recomputes the
 * cursor from now (never for the past), and plans at once within the horizon, so that a change 30 s before a call takes
 * effect. The person's other planned calls name the next call, so their messages are prepared again.
 */
export async function replanSchedule(services: Services, tx: Tx, schedule: Schedule, followUps: FollowUps = 'stay') {
  const now = services.clock.now()
  await takeBack(services, tx, schedule.id, followUps)
  const rule = ruleOf(schedule)
  const cursor = schedule.isActive && schedule.endedAt === null ? nextDue(rule, now) : null
  const ahead = lookAhead(rule, cursor, now)
  const note = noteAfterChange(schedule, now)
  const planned: Schedule = {
    ...schedule,
    oneTimeAt: oneTimeByOurData(schedule),
    skippedCalls: skipsByOurData(schedule),
    note: note?.note ?? null,
    noteAt: note?.noteAt ?? null,
    nextDueAt: ahead.nextDueAt,
  }
  await writeSchedule(tx, planned, { eveNoticeAt: ahead.eveNoticeAt, now })
  await planAhead(services, tx, [{ schedule: planned, ahead }], now)
  await prepareAnew(tx, schedule.userId, now)
}

/** Writes a new schedule and plans at once within the horizon. Returns its id. */
export async function planNewSchedule(
  services: Services,
  tx: Tx,
  userId: number,
  chosen: ChosenSchedule & Pick<Schedule, 'daysOff'>,
): Promise<number> {
  const now = services.clock.now()
  const rule = ruleOf(chosen)
  const ahead = lookAhead(rule, nextDue(rule, now), now)
  const schedule = await insertSchedule(tx, userId, chosen, { ...ahead, now })
  await planAhead(services, tx, [{ schedule, ahead }], now)
  await prepareAnew(tx, userId, now)
  return schedule.id
}

/**
 * Before a change: what was due while nobody planned or dialed it (we were down) becomes occurrences under the old
 * rule, failed if too late, so that none is lost without an outcome. A follow-up that came due during a pause, which is
 * since the schedule's last change, ends its occurrence.
 */
export async function planOverdue(services: Services, tx: Tx, schedule: Schedule): Promise<void> {
  const now = services.clock.now()
  if (schedule.nextDueAt !== null && schedule.nextDueAt <= now) {
    await planSchedules(services, tx, [schedule], now)
    // It now counts as planned by our zone data, so its skips must too.
    await setSkipped(tx, schedule.id, skipsByOurData(schedule))
  }
  if (!schedule.isActive) await endMissed(services, tx, schedule)
  await failTooLate(services, tx, schedule)
}

/** Ends occurrences of a paused schedule whose follow-up came due during the pause. */
async function endMissed(services: Services, tx: Tx, { id, updatedAt }: Schedule): Promise<void> {
  const now = services.clock.now()
  for (const occurrence of await openOccurrencesOf(tx, id)) {
    const isMissed = ({ stage, dueAt }: Call) => isUndialled(stage) && dueAt > updatedAt && dueAt <= now
    if ((await lockCallsOf(tx, occurrence.id)).some(isMissed)) await endOccurrence(services, tx, occurrence)
  }
}

async function failTooLate(services: Services, tx: Tx, { id, userId }: Schedule): Promise<void> {
  const now = services.clock.now()
  for (const { id: occurrenceId } of await openOccurrencesOf(tx, id)) {
    const calls = await lockCallsOf(tx, occurrenceId)
    const late = calls.filter(({ stage, dueAt }) => isUndialled(stage) && cutOff(dueAt) < now)
    const callee = late.length === 0 ? null : await lockCallee(tx, userId)
    if (callee === null) continue
    const ids = late.map(({ id: callId }) => callId)
    await failUndialled(tx, ids, 'too-late', now)
    for (const call of late)
      noteCallEnded(services, call, { status: 'failed', failure: 'too-late', carrierCallId: null })
    await settleOccurrence(services, tx, { occurrenceId, callee })
  }
}

/** Cancels a schedule's calls that never reached the carrier; 'end' also cancels the follow-ups of one that did. */
export async function takeBack(services: Services, tx: Tx, scheduleId: number, followUps: FollowUps): Promise<void> {
  for (const occurrence of await openOccurrencesOf(tx, scheduleId)) {
    const calls = await lockCallsOf(tx, occurrence.id)
    // What is already due is still being handled (capacity, a busy line), so an edit must neither duplicate nor lose
    // it.
    const hasBegun = occurrence.dueAt <= services.clock.now() || calls.some(({ stage }) => !isUndialled(stage))
    if (followUps === 'end' || !hasBegun) await endOccurrence(services, tx, occurrence)
  }
}
