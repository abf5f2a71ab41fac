import { MAX_SNOOZES } from '@reveille/core/calls/next-step'
import type { Instant } from '@reveille/core/time/time-zone'
import { DAY, isSameCall, momentOf, nextWished, type Wish } from './wish.ts'
import {
  listed,
  mayBeCalled,
  nextCallAt,
  nextOfPerson,
  nextToCome,
  occurrenceOf,
  type Attempt,
  type Expected,
  type Occurrence,
  type WishedSchedule,
} from './expected.ts'
import { callAgain, close, endOneTimes, takeBack } from './lived.ts'

const MINUTE = 60_000
const MOST_SCHEDULES = 3
const SAMPLES_A_DAY = 3

/** Why the form may be refused, in the order in which it may be said; empty: it is accepted. */
export type Refusal = 'phone' | 'preferences' | 'stopped' | 'past' | 'limit' | 'duplicate' | 'under-way'

export function refusals(expected: Expected, wish: Wish, edited: WishedSchedule | null): Refusal[] {
  const { number, preferences, stopped, now } = expected
  const others = listed(expected).filter((schedule) => schedule !== edited)
  const reasons: [Refusal, boolean][] = [
    ['phone', number === null],
    ['preferences', !preferences],
    ['stopped', number !== null && stopped.has(number)],
    ['past', !wish.isRecurring && momentOf(wish) <= now],
    ['limit', edited === null && others.length >= MOST_SCHEDULES],
    ['duplicate', others.some((other) => isSameCall(other.wish, wish))],
    ['under-way', edited !== null && !edited.wish.isRecurring && openOf(expected, edited).some(wasDialled)],
  ]
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason)
}

export function create(expected: Expected, id: number, wish: Wish): void {
  const seenTo = expected.now
  expected.schedules.push({ id, wish, active: true, deleted: false, skips: new Set(), seenTo, over: false })
}

/**
 * An edited schedule calls as it is now written; what was dialled for it stands, what is due leaves (I14). A skip of an
 * instant that it still has stays (SCHED-9). Returns those ahead that it has no more.
 */
export function edit(expected: Expected, schedule: WishedSchedule, wish: Wish): Instant[] {
  const dropped = [...schedule.skips].filter((at) => nextWished(wish, at - 1) !== at)
  for (const at of dropped) schedule.skips.delete(at)
  schedule.wish = wish
  replan(expected, schedule)
  return dropped.filter((at) => at > expected.now)
}

export function toggle(expected: Expected, schedule: WishedSchedule): void {
  schedule.active = !schedule.active
  if (schedule.active && expected.number !== null) expected.stopped.delete(expected.number)
  replan(expected, schedule)
  endOneTimes(expected)
}

/** Nothing follows today. Returns whether there was anything to end. */
export function stopForToday(expected: Expected, schedule: WishedSchedule): boolean {
  const begun = openOf(expected, schedule).length > 0
  takeBackAll(expected, schedule)
  return begun
}

export function remove(expected: Expected, schedule: WishedSchedule): void {
  schedule.deleted = true
  takeBackAll(expected, schedule)
}

/** Leaves out exactly the call at `at`. */
export function skip(expected: Expected, schedule: WishedSchedule, at: number): void {
  schedule.skips.add(at)
  const held = openOf(expected, schedule).find(({ dueAt, attempts }) => dueAt === at && !attempts.some(isPastRecall))
  if (held) close(held, 'skipped')
  endOneTimes(expected)
}

export function unskip(expected: Expected, schedule: WishedSchedule, at: number): void {
  schedule.skips.delete(at)
  replan(expected, schedule)
}

/** Another account proved this number: it is no longer this person's (PHONE-11). */
export function loseNumber(expected: Expected): void {
  expected.number = null
  for (const schedule of expected.schedules) takeBackAll(expected, schedule)
}

/** The calls that are due and that follow go to the number that was just proven (I7). */
export function proveNumber(expected: Expected, number: string): void {
  expected.number = number
  for (const schedule of expected.schedules) replan(expected, schedule)
}

/** Calls that are ahead and could not be made without them are made again. */
export function savePreferences(expected: Expected): void {
  if (!expected.preferences) for (const schedule of expected.schedules) replan(expected, schedule)
  expected.preferences = true
}

export type SampleRefusal = 'phone' | 'preferences' | 'stopped' | 'under-way' | 'too-many'

export function sampleRefusal(expected: Expected): SampleRefusal | null {
  if (expected.number === null) return 'phone'
  if (!expected.preferences) return 'preferences'
  if (!mayBeCalled(expected)) return 'stopped'
  if (expected.occurrences.some(({ schedule, outcome }) => schedule === null && outcome === null)) return 'under-way'
  const lastDay = expected.samplesAt.filter((at) => at > expected.now - DAY)
  return lastDay.length >= SAMPLES_A_DAY ? 'too-many' : null
}

export function sample(expected: Expected): void {
  const { now } = expected
  const occurrence = {
    schedule: null,
    dueAt: now,
    callRetry: false,
    wish: null,
    attempts: [],
    stopped: false,
    outcome: null,
  }
  expected.occurrences.push(occurrence)
  expected.samplesAt.push(now)
  callAgain(occurrence, 'sample', now)
}

export type KeyMeaning = 'ends' | 'asks-again'

/** A call that the words of another offer to skip. */
export type NamedCall = { scheduleId: number; at: Instant }

/** CALL-7. `named`: the call that 9 is about; without one it's the person's next. */
export function press(expected: Expected, attempt: Attempt, key: string, named: NamedCall | null = null): KeyMeaning {
  const occurrence = occurrenceOf(expected, attempt)
  const { afterZero } = expected.talk
  expected.talk = { round: 2, afterZero: key === '0', askedAt: expected.now }
  if (key === '1') return confirm(expected, occurrence, attempt)
  if (key === '0' && afterZero) return stopAll(expected, occurrence, attempt)
  if (occurrence.schedule === null) return 'asks-again'
  const next = nextOfPerson(expected)
  if (key === '9' && (named ?? next) !== null) {
    const offered = named === null ? next : stillToCome(expected, named)
    if (offered !== null) skip(expected, offered.schedule, offered.at)
    return confirm(expected, occurrence, attempt)
  }
  if (key !== '2' || occurrence.attempts.filter(({ snoozed }) => snoozed).length >= MAX_SNOOZES) return 'asks-again'
  attempt.snoozed = true
  return 'ends'
}

/** Null when the schedule was changed since the words were prepared: 9 then skips nothing, and never another call. */
function stillToCome(
  expected: Expected,
  { scheduleId, at }: NamedCall,
): { schedule: WishedSchedule; at: Instant } | null {
  const schedule = listed(expected).find(({ id }) => id === scheduleId)
  if (schedule === undefined) return null
  const isThere = schedule.skips.has(at) || nextToCome(schedule) === at || nextCallAt(expected, schedule) === at
  return isThere ? { schedule, at } : null
}

function confirm(expected: Expected, occurrence: Occurrence, attempt: Attempt): KeyMeaning {
  attempt.confirmed = true
  if (occurrence.schedule === null) return 'ends'
  for (const other of expected.occurrences) {
    const isRecent = other.dueAt <= expected.now && other.dueAt >= expected.now - 10 * MINUTE
    if (other !== occurrence && other.schedule !== null && other.outcome === null && isRecent) close(other, 'answered')
  }
  return 'ends'
}

function stopAll(expected: Expected, occurrence: Occurrence, attempt: Attempt): KeyMeaning {
  if (expected.number !== null) expected.stopped.add(expected.number)
  for (const schedule of listed(expected).filter(({ active }) => active)) {
    schedule.active = false
    takeBackAll(expected, schedule)
  }
  return confirm(expected, occurrence, attempt)
}

/** Instants are counted anew from now; what is due already stays, what is still ahead is wished again. */
function replan(expected: Expected, schedule: WishedSchedule): void {
  if (schedule.deleted) return
  const placed = expected.occurrences.filter((occurrence) => occurrence.schedule === schedule && wasDialled(occurrence))
  schedule.seenTo = Math.max(expected.now, ...placed.map(({ dueAt }) => dueAt))
  for (const occurrence of openOf(expected, schedule)) {
    const isAhead = occurrence.dueAt > expected.now && !occurrence.attempts.some(isPastRecall)
    if (isAhead) expected.occurrences.splice(expected.occurrences.indexOf(occurrence), 1)
  }
}

/** A deletion, a lost phone and 0 twice also end what was to follow. */
function takeBackAll(expected: Expected, schedule: WishedSchedule): void {
  for (const occurrence of openOf(expected, schedule)) {
    occurrence.stopped = true
    if (occurrence.attempts.some((attempt) => isPastRecall(attempt) && attempt.stage !== 'ended')) continue
    takeBack(occurrence)
  }
  endOneTimes(expected)
}

const isPastRecall = ({ stage }: Attempt): boolean => stage !== 'to-come'

const wasDialled = ({ attempts }: Occurrence): boolean => attempts.some(isPastRecall)

function openOf({ occurrences }: Expected, schedule: WishedSchedule): Occurrence[] {
  return occurrences.filter((occurrence) => occurrence.schedule === schedule && occurrence.outcome === null)
}
