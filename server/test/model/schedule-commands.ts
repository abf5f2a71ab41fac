import { expect } from 'vitest'
import type { ApiError } from '@reveille/contract/api-error'
import type { SavedSchedule, Schedule } from '@reveille/contract/schedules'
import { always, command, type Command } from './command.ts'
import * as deeds from './deeds.ts'
import {
  LINE_REST_MS,
  isPlacing,
  listed,
  mayBeCalled,
  nextCallAt,
  occurrenceOf,
  skippedCallAt,
  waiting,
  type Expected,
  type WishedSchedule,
} from './expected.ts'
import type { World } from './sleeper-world.ts'
import { passTo } from './time-passes.ts'
import { wishOf, type Plan, type Wish } from './wish.ts'

const hasSchedules = (expected: Expected) => listed(expected).length > 0

/** Any of the schedules that the screen lists. */
function chosen(expected: Expected, which: number): WishedSchedule {
  const all = listed(expected)
  return all[which % all.length]!
}

export function create(plan: Plan): Command {
  return command(`create ${words(plan)}`, always, async (expected, { sleeper }) => {
    const wish = wishOf(plan, expected.now)
    const reasons = deeds.refusals(expected, wish, null)
    const { status, body } = await sleeper.post<Schedule & ApiError>('/api/schedule', wish)
    expectAnswer(reasons, status, body)
    if (status === 200) deeds.create(expected, body.id, wish)
  })
}

export function edit(which: number, plan: Plan): Command {
  return command(`edit ${which} to ${words(plan)}`, hasSchedules, (expected, world) =>
    save(expected, world, chosen(expected, which), wishOf(plan, expected.now)),
  )
}

export function editSwitches(which: number): Command {
  return command(`edit the switches of ${which}`, hasSchedules, (expected, world) => {
    const schedule = chosen(expected, which)
    return save(expected, world, schedule, { ...schedule.wish, callRetry: !schedule.wish.callRetry })
  })
}

async function save(expected: Expected, { sleeper }: World, schedule: WishedSchedule, wish: Wish): Promise<void> {
  const reasons = deeds.refusals(expected, wish, schedule)
  const { status, body } = await sleeper.post<SavedSchedule & ApiError>(`/api/schedule?id=${schedule.id}`, wish)
  expectAnswer(reasons, status, body)
  if (status !== 200) return
  const dropped = deeds.edit(expected, schedule, wish)
  expect(body.droppedSkips ?? [], 'skips that are told as dropped').toHaveLength(dropped.length)
}

function words({ wakeupTime, timezone, weekdays, daysAhead, callRetry }: Plan): string {
  return `${wakeupTime} ${timezone} ${daysAhead === null ? weekdays.join() : `once in ${daysAhead} days`}${callRetry ? '' : ' without retry'}`
}

const ANSWERS: Record<deeds.Refusal, [number, keyof ApiError | null]> = {
  phone: [403, 'phoneVerificationRequired'],
  preferences: [403, 'personalizationRequired'],
  stopped: [403, null],
  past: [400, null],
  limit: [400, 'maxSchedulesReached'],
  duplicate: [400, 'duplicateSchedule'],
  'under-way': [400, null],
}

/** SCHED-11: of several reasons the phone is said first; every other order is as good. */
function expectAnswer(reasons: readonly deeds.Refusal[], status: number, body: ApiError): void {
  const fitting = reasons[0] === 'phone' ? ['phone' as const] : reasons
  const answers = fitting.map((reason) => ANSWERS[reason])
  const answer = answers.find(([code, flag]) => code === status && (flag === null || body[flag] === true))
  const isRight = reasons.length === 0 ? status === 200 : answer !== undefined
  expect(isRight, `to be refused for ${reasons.join() || 'nothing'}: ${status} ${JSON.stringify(body)}`).toBe(true)
}

export function toggle(which: number): Command {
  return command(`toggle ${which}`, hasSchedules, async (expected, world) => {
    const schedule = chosen(expected, which)
    const refused = schedule.active && isPlacing(expected, schedule)
    const { status, body } = await world.sleeper.post(`/api/schedule/${schedule.id}/toggle`)
    expect(status).toBe(refused ? 409 : 200)
    if (refused) return
    deeds.toggle(expected, schedule)
    expect(body).toMatchObject({ action: schedule.active ? 'resumed' : 'paused' })
    const isWaiting = waiting(expected).some((attempt) => occurrenceOf(expected, attempt).schedule === schedule)
    // What is due is found to be paused the next time that it could leave.
    if (isWaiting) await passTo(expected, world, expected.now + 2 * LINE_REST_MS + 2_000)
  })
}

export function remove(which: number): Command {
  return command(`delete ${which}`, hasSchedules, async (expected, { sleeper }) => {
    const schedule = chosen(expected, which)
    const refused = isPlacing(expected, schedule)
    expect((await sleeper.delete(`/api/schedule/${schedule.id}`)).status).toBe(refused ? 409 : 200)
    if (!refused) deeds.remove(expected, schedule)
  })
}

export function stopForToday(which: number): Command {
  return command(`stop ${which} for today`, hasSchedules, async (expected, { sleeper }) => {
    const schedule = chosen(expected, which)
    const { status } = await sleeper.post(`/api/schedule/${schedule.id}/stop`)
    const stopped = !isPlacing(expected, schedule) && deeds.stopForToday(expected, schedule)
    expect(status).toBe(stopped ? 200 : 409)
  })
}

export function skip(which: number): Command {
  const check = (expected: Expected) => hasSchedules(expected) && mayBeCalled(expected)
  return command(`skip ${which}`, check, async (expected, { sleeper }) => {
    const schedule = chosen(expected, which)
    const at = nextCallAt(expected, schedule)
    const body = at === null ? { skipped: true } : { at: new Date(at).toISOString(), skipped: true }
    const { status } = await sleeper.post(`/api/schedule/${schedule.id}/skip`, body)
    expect(status).toBe(at === null ? 409 : 200)
    if (at !== null) deeds.skip(expected, schedule, at)
  })
}

export function unskip(which: number): Command {
  return command(`unskip ${which}`, hasSchedules, async (expected, { sleeper }) => {
    const schedule = chosen(expected, which)
    const at = skippedCallAt(expected, schedule)
    if (at === null) return
    const body = { at: new Date(at).toISOString(), skipped: false }
    expect((await sleeper.post(`/api/schedule/${schedule.id}/skip`, body)).status).toBe(200)
    deeds.unskip(expected, schedule, at)
  })
}
