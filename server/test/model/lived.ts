import type { CallKind } from '@reveille/core/calls/call-lifecycle'
import type { Outcome } from '@reveille/core/calls/next-step'
import type { Instant } from '@reveille/core/time/time-zone'
import {
  hasPassed,
  isDue,
  isPaused,
  mayBeCalled,
  occurrenceOf,
  underWay,
  waiting,
  type Attempt,
  type Expected,
  type Occurrence,
  type WishedSchedule,
} from './expected.ts'
import { nextWished } from './wish.ts'

const MINUTE = 60_000
const SHORTEST_TALK_S = 3

/** Time passes: what has become due is now to be rung, unless its person said otherwise (I6). */
export function pass(expected: Expected, now: Instant): void {
  expected.now = now
  for (const schedule of expected.schedules) seeTo(expected, schedule)
  const busy = underWay(expected) !== null
  for (const attempt of waiting(expected)) {
    attempt.heldUp ||= busy
    const occurrence = occurrenceOf(expected, attempt)
    if (!mayBeCalled(expected) || isPaused(occurrence)) takeBack(occurrence)
  }
  endOneTimes(expected)
}

function seeTo(expected: Expected, schedule: WishedSchedule): void {
  if (schedule.deleted || !schedule.active) return
  for (;;) {
    const at = nextWished(schedule.wish, schedule.seenTo)
    if (at === null || !isDue(expected, at)) return
    schedule.seenTo = at
    if (schedule.skips.has(at) || !mayBeCalled(expected)) continue
    const { callRetry } = schedule.wish
    const occurrence = {
      schedule,
      dueAt: at,
      callRetry,
      wish: schedule.wish,
      attempts: [],
      stopped: false,
      outcome: null,
    }
    expected.occurrences.push(occurrence)
    callAgain(occurrence, 'first', at)
  }
}

/** SCHED-10: over when its call has its outcome, or when its moment passed and none was begun. */
export function endOneTimes(expected: Expected): void {
  for (const schedule of expected.schedules) {
    if (!hasPassed(expected, schedule)) continue
    const own = expected.occurrences.filter(({ wish }) => wish === schedule.wish)
    schedule.over ||= own.every(({ outcome }) => outcome !== null)
  }
}

export function callAgain(occurrence: Occurrence, kind: CallKind, dueAt: Instant): void {
  occurrence.attempts.push({
    kind,
    dueAt,
    stage: 'to-come',
    status: 'pending',
    heldUp: false,
    carrierCallId: null,
    ringsSince: 0,
    answeredAt: 0,
    endedAt: 0,
    durationS: null,
    confirmed: false,
    snoozed: false,
  })
}

export function pickedUp(expected: Expected, attempt: Attempt): void {
  attempt.stage = 'talking'
  attempt.status = 'answered'
  attempt.answeredAt = expected.now
  expected.talk = { round: 1, afterZero: false, askedAt: expected.now }
}

/** How it ended: in a talk, in none, by a machine, or because the network could not reach the phone. */
export type Ending = 'talk' | 'no-answer' | 'failed'

export function ended(expected: Expected, attempt: Attempt, how: Ending): void {
  // The carrier tells times in whole seconds.
  attempt.endedAt = Math.floor(expected.now / 1000) * 1000
  const talkedS = Math.round((expected.now - attempt.answeredAt) / 1000)
  if (how === 'failed') attempt.status = 'failed'
  else if (attempt.confirmed || attempt.snoozed) attempt.status = 'completed'
  else attempt.status = how === 'talk' && talkedS >= SHORTEST_TALK_S ? 'completed' : 'no_answer'
  if (attempt.status === 'completed') attempt.durationS = talkedS
  attempt.stage = 'ended'
  expected.lineFreeSince = expected.now
  follow(expected, occurrenceOf(expected, attempt), attempt)
  endOneTimes(expected)
}

/** CALL-4 and CALL-7: what follows the end of a call. */
function follow(expected: Expected, occurrence: Occurrence, last: Attempt): void {
  const next = nextOf(occurrence, last)
  if (next === null) occurrence.outcome = outcomeOf(occurrence)
  else if (!mayFollow(expected, occurrence)) takeBack(occurrence)
  else callAgain(occurrence, next.kind, last.endedAt + next.minutes * MINUTE)
}

function nextOf({ attempts, callRetry, schedule }: Occurrence, last: Attempt) {
  const count = (kind: CallKind) => attempts.filter((attempt) => attempt.kind === kind).length
  if (schedule === null || attempts.some(({ confirmed }) => confirmed)) return null
  if (last.snoozed) return { kind: 'snooze' as const, minutes: 9 }
  if (last.status === 'completed') return count('wake-check') > 0 ? null : { kind: 'wake-check' as const, minutes: 5 }
  const again = last.status === 'no_answer' && callRetry && last.kind !== 'wake-check' && count('retry') < 2
  return again ? { kind: 'retry' as const, minutes: 5 } : null
}

/** Under a pause it follows too, and waits: it rings if its person resumes the schedule in time. */
function mayFollow(expected: Expected, { schedule, stopped }: Occurrence): boolean {
  return mayBeCalled(expected) && !stopped && schedule !== null && !schedule.deleted
}

function outcomeOf({ attempts }: Occurrence): Outcome {
  if (attempts.some(({ status }) => status === 'completed')) return 'answered'
  return attempts.every(({ status }) => status === 'failed') ? 'failed' : 'missed'
}

/** What has not been dialled is not dialled any more. Answered if a person answered one of its calls before. */
export function takeBack(occurrence: Occurrence): void {
  const answered = occurrence.attempts.some(({ status }) => status === 'completed')
  close(occurrence, answered ? 'answered' : 'cancelled')
}

export function close(occurrence: Occurrence, outcome: Outcome): void {
  occurrence.outcome = outcome
  occurrence.attempts = occurrence.attempts.filter(({ stage }) => stage !== 'to-come')
}
