import * as fc from 'fast-check'
import { WEEKDAYS } from '@reveille/core/time/weekday'
import * as account from './account-commands.ts'
import type { Command } from './command.ts'
import * as phone from './phone-commands.ts'
import * as schedules from './schedule-commands.ts'
import { DAY, ZONES, type Plan } from './wish.ts'

const MINUTE = 60_000

/** Near each other, so that calls and what follows them meet. */
const TIMES = ['06:30', '06:31', '06:35', '06:36', '06:40', '06:50']

export function anyPlan(): fc.Arbitrary<Plan> {
  const weekdays = fc.oneof(fc.constant(WEEKDAYS), fc.subarray([...WEEKDAYS], { minLength: 1 }))
  const common = {
    wakeupTime: fc.constantFrom(...TIMES),
    timezone: fc.oneof({ weight: 8, arbitrary: fc.constant('UTC' as const) }, fc.constantFrom(...ZONES)),
    callRetry: fc.boolean(),
  }
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ ...common, weekdays, daysAhead: fc.constant(null) }) },
    fc.record({ ...common, weekdays: fc.constant([]), daysAhead: fc.integer({ min: -1, max: 2 }) }),
  )
}

/** All that may happen to a sleeper. */
export function anyCommands(maxCommands: number) {
  const which = fc.nat({ max: 2 })
  const plan = anyPlan()
  const offset = fc.constantFrom(-20 * MINUTE, -30_000, -1_000, -600, -200, 0, 2_000, 20_000)
  const seconds = fc.constantFrom(0, 1_000, 2_000, 5_000)
  const key = fc.constantFrom('1', '1', '2', '2', '9', '0', '0', '5')
  const doze = fc.constantFrom(1_000, 10_000, 60_000, 5 * MINUTE, 9 * MINUTE, 30 * MINUTE, DAY)
  const kinds: [number, fc.Arbitrary<Command>][] = [
    [4, plan.map(schedules.create)],
    [3, fc.tuple(which, plan).map(([one, wanted]) => schedules.edit(one, wanted))],
    [3, which.map(schedules.editSwitches)],
    [4, which.map(schedules.toggle)],
    [2, which.map(schedules.skip)],
    [2, which.map(schedules.unskip)],
    [1, which.map(schedules.remove)],
    [2, which.map(schedules.stopForToday)],
    [2, fc.constant(phone.sample())],
    [1, fc.constant(account.loseNumber())],
    [1, fc.nat({ max: 1 }).map(account.proveNumber)],
    [1, fc.constant(account.losePreferences())],
    [1, fc.constant(account.savePreferences())],
    [8, offset.map(phone.waitForCall)],
    [10, fc.constant(phone.awaitAndPickUp())],
    [4, doze.map(phone.wait)],
    [6, fc.constant(phone.pickUp())],
    [3, fc.constantFrom('decline' as const, 'busy', 'fail', 'voicemail').map(phone.refuse)],
    [14, fc.tuple(key, seconds).map(([pressed, after]) => phone.press(pressed, after))],
    [3, seconds.map(phone.hangUp)],
  ]
  const weighted = kinds.flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary))
  return fc.commands(weighted, { maxCommands, size: 'max' })
}
