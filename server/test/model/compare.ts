import { expect } from 'vitest'
import type { Call } from '@reveille/contract/calls'
import type { Schedule } from '@reveille/contract/schedules'
import type { Instant } from '@reveille/core/time/time-zone'
import {
  followUpAt,
  listed,
  mayBeCalled,
  nextCallAt,
  skippedCallAt,
  type Attempt,
  type Expected,
  type Occurrence,
} from './expected.ts'
import type { World } from './sleeper-world.ts'

/** What the screens show is what the model says. */
export async function compareScreens(expected: Expected, { sleeper }: World): Promise<void> {
  const { body: schedules } = await sleeper.get<Schedule[]>('/api/schedule')
  // Of somebody who may not be called, the next call is the one that they would get.
  const shown = schedules.map((schedule) =>
    mayBeCalled(expected) ? onScreen(schedule) : withoutNext(onScreen(schedule)),
  )
  expect(byId(shown), 'GET /api/schedule').toEqual(byId(expectedSchedules(expected)))
  const history = (await sleeper.history()).map(inHistory)
  expect(history.toSorted(byTime), 'GET /api/call/history').toEqual(expectedHistory(expected).toSorted(byTime))
  const times = history.map(({ callTime }) => callTime)
  expect(times, 'newest first').toEqual(times.toSorted().toReversed())
}

type OnScreen = {
  id: number
  wakeupTime: string
  isActive: boolean
  next: string | null
  skipped: string | null
  followUp: string | null
}

function onScreen({
  id,
  wakeupTime,
  isActive,
  nextCallAt: next,
  skippedCallAt: skipped,
  followUp,
}: Schedule): OnScreen {
  return { id, wakeupTime, isActive, next, skipped, followUp: followUp?.at ?? null }
}

const withoutNext = (schedule: OnScreen) => ({ ...schedule, next: null })

function expectedSchedules(expected: Expected): OnScreen[] {
  return listed(expected).map((schedule) => ({
    id: schedule.id,
    wakeupTime: schedule.wish.wakeupTime,
    isActive: schedule.active,
    next: mayBeCalled(expected) ? iso(nextCallAt(expected, schedule)) : null,
    skipped: iso(skippedCallAt(expected, schedule)),
    followUp: mayBeCalled(expected) ? iso(followUpAt(expected, schedule)) : null,
  }))
}

type InHistory = Pick<Call, 'kind' | 'scheduleId' | 'status' | 'phase' | 'callSid' | 'callTime' | 'duration'>

function inHistory({ kind, scheduleId, status, phase, callSid, callTime, duration }: Call): InHistory {
  return { kind, scheduleId, status, phase, callSid, callTime, duration: status === 'completed' ? duration : null }
}

function expectedHistory({ occurrences }: Expected): InHistory[] {
  return occurrences.flatMap((occurrence) =>
    occurrence.attempts
      .filter(({ stage, kind }) => stage !== 'to-come' || kind === 'sample')
      .map((attempt) => expectedCall(occurrence, attempt)),
  )
}

const PHASES = {
  'to-come': 'dialling',
  placing: 'dialling',
  ringing: 'ringing',
  talking: 'in-progress',
  ended: 'ended',
} as const

function expectedCall({ schedule }: Occurrence, attempt: Attempt): InHistory {
  return {
    kind: attempt.kind,
    scheduleId: schedule === null || schedule.deleted ? null : schedule.id,
    status: attempt.status,
    phase: PHASES[attempt.stage],
    callSid: attempt.carrierCallId,
    callTime: iso(attempt.dueAt),
    duration: attempt.durationS,
  }
}

const byId = (schedules: OnScreen[]) => schedules.toSorted((a, b) => a.id - b.id)

const byTime = (a: InHistory, b: InHistory) =>
  `${a.callTime} ${a.kind} ${a.callSid}`.localeCompare(`${b.callTime} ${b.kind} ${b.callSid}`)

function iso(at: Instant): string
function iso(at: Instant | null): string | null
function iso(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
