import type { CallKind, CallStatus } from '@reveille/core/calls/call-lifecycle'
import type { Outcome } from '@reveille/core/calls/next-step'
import type { Instant } from '@reveille/core/time/time-zone'
import { momentOf, nextWished, type Wish } from './wish.ts'

/** One try to reach the phone, as far as a person and the carrier can see it. */
export type Attempt = {
  kind: CallKind
  dueAt: Instant
  /** 'placing' for the last moment before its instant, at most a second, when nothing stops it any more. */
  stage: 'to-come' | 'placing' | 'ringing' | 'talking' | 'ended'
  status: CallStatus
  /** It was due while another call of this person was under way (CALL-14). */
  heldUp: boolean
  carrierCallId: string | null
  ringsSince: Instant
  answeredAt: Instant
  endedAt: Instant
  durationS: number | null
  confirmed: boolean
  snoozed: boolean
}

/** What is heard by whom picked up: where the script stands. */
export type Talk = { round: number; afterZero: boolean; askedAt: Instant }

export type Occurrence = {
  schedule: WishedSchedule | null
  dueAt: Instant
  /** As it was wished when its first call left. */
  callRetry: boolean
  /** A one-time call, by the wish that it came from: it is over with this. */
  wish: Wish | null
  attempts: Attempt[]
  /** Its person ended it: nothing follows. */
  stopped: boolean
  outcome: Outcome | null
}

export type WishedSchedule = {
  id: number
  wish: Wish
  active: boolean
  deleted: boolean
  /** Instants that are to be left out. */
  skips: Set<Instant>
  /** What was wished up to here has been seen to; later instants are to come. */
  seenTo: Instant
  /** The outcome of a one-time call is known, or its moment passed without one. */
  over: boolean
}

/** What must be true of one sleeper: written from the specification, it knows nothing of rows and stages. */
export type Expected = {
  now: Instant
  number: string | null
  preferences: boolean
  /** Numbers that pressed 0 twice. */
  stopped: Set<string>
  schedules: WishedSchedule[]
  occurrences: Occurrence[]
  samplesAt: Instant[]
  talk: Talk
  lineFreeSince: Instant
}

/** From here to its instant a call cannot be taken back: 'this call is already being placed'. */
export const BEING_PLACED_MS = 400

/** A second call to the same person follows this long after the first one's end, at the latest. */
export const LINE_REST_MS = 15_000

export function nobodyYet(now: Instant, number: string): Expected {
  return {
    now,
    number,
    preferences: true,
    stopped: new Set(),
    schedules: [],
    occurrences: [],
    samplesAt: [],
    talk: { round: 1, afterZero: false, askedAt: now },
    lineFreeSince: now,
  }
}

export function mayBeCalled({ number, preferences, stopped }: Expected): boolean {
  return number !== null && preferences && !stopped.has(number)
}

/** The schedules that the screen lists: what is over has left it (SCHED-10). */
export function listed(expected: Expected): WishedSchedule[] {
  return expected.schedules.filter(({ deleted, over }) => !deleted && !over)
}

export function attempts({ occurrences }: Expected): Attempt[] {
  return occurrences.flatMap((occurrence) => occurrence.attempts)
}

/** The one call that is under way: one at a time to a person. */
export function underWay(expected: Expected): Attempt | null {
  return attempts(expected).find(({ stage }) => stage !== 'to-come' && stage !== 'ended') ?? null
}

export function occurrenceOf({ occurrences }: Expected, attempt: Attempt): Occurrence {
  return occurrences.find((occurrence) => occurrence.attempts.includes(attempt))!
}

/** Due, and nobody could be rung yet. */
export function waiting(expected: Expected): Attempt[] {
  return attempts(expected).filter(({ stage, dueAt }) => stage === 'to-come' && isDue(expected, dueAt))
}

export const isDue = ({ now }: Expected, dueAt: Instant): boolean => dueAt - BEING_PLACED_MS <= now

/** SCHED-12: the earliest first call of a schedule that has not been dialled. */
export function nextCallAt(expected: Expected, schedule: WishedSchedule): Instant | null {
  const held = expected.occurrences.find((occurrence) => {
    const [first] = occurrence.attempts
    return occurrence.schedule === schedule && occurrence.outcome === null && first?.stage === 'to-come'
  })
  return held?.dueAt ?? nextToCome(schedule)
}

/** The call that follows one of today's and has not been dialled. */
export function followUpAt(expected: Expected, schedule: WishedSchedule): Instant | null {
  const open = expected.occurrences.filter((one) => one.schedule === schedule && one.outcome === null)
  const ahead = open.flatMap((one) => one.attempts).filter(({ kind, stage }) => kind !== 'first' && stage === 'to-come')
  return ahead.length === 0 ? null : Math.min(...ahead.map(({ dueAt }) => dueAt))
}

/** Nobody is called by a schedule that is paused. */
export const isPaused = ({ schedule }: Occurrence): boolean => schedule !== null && !schedule.active

/** The call of this schedule that leaves in this very moment: it cannot be paused or deleted. */
export function isPlacing(expected: Expected, schedule: WishedSchedule): boolean {
  const current = underWay(expected)
  return current?.stage === 'placing' && occurrenceOf(expected, current).schedule === schedule
}

export function nextToCome({ wish, active, skips, seenTo }: WishedSchedule): Instant | null {
  let at = active ? nextWished(wish, seenTo) : null
  while (at !== null && skips.has(at)) at = nextWished(wish, at)
  return at
}

/** The earliest call of all schedules after now: the one that key 9 skips. */
export function nextOfPerson(expected: Expected): { schedule: WishedSchedule; at: Instant } | null {
  const coming = listed(expected).flatMap((schedule) => {
    const at = nextToCome(schedule)
    return at === null ? [] : [{ schedule, at }]
  })
  return coming.toSorted((a, b) => a.at - b.at)[0] ?? null
}

export function skippedCallAt({ now }: Expected, { skips }: WishedSchedule): Instant | null {
  const ahead = [...skips].filter((at) => at > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

/** Whether the moment of a one-time call has passed. */
export function hasPassed({ now }: Expected, { wish }: WishedSchedule): boolean {
  return !wish.isRecurring && momentOf(wish) <= now
}
