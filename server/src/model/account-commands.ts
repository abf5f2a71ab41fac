import { expect } from 'vitest'
import { verifyPhone } from '../testing/visitor.ts'
import { always, command, sampleWaits, type Command } from './command.ts'
import * as deeds from './deeds.ts'
import { listed, waiting, type Expected, type WishedSchedule } from './expected.ts'
import { passTo } from './time-passes.ts'
import { nextWished } from './wish.ts'

/** Typing a code takes a while. */
const CODE_TYPED_MS = 31_000

export function loseNumber(): Command {
  return command(
    'lose the number',
    ({ number }) => number !== null,
    async (expected, world) => {
      await passTo(expected, world, expected.now + CODE_TYPED_MS)
      if (sampleWaits(expected)) return
      await verifyPhone(world.app, world.stranger, expected.number!)
      deeds.loseNumber(expected)
    },
  )
}

export function proveNumber(which: number): Command {
  return command(`prove number ${which}`, always, async (expected, world) => {
    await passTo(expected, world, expected.now + CODE_TYPED_MS)
    const { number } = world.phones[which]!
    await verifyPhone(world.app, world.browser, number)
    deeds.proveNumber(expected, number)
  })
}

export function losePreferences(): Command {
  return command(
    'lose preferences',
    (expected) => waiting(expected).length === 0,
    async (expected, { app, sleeper }) => {
      // No screen does that; an operator may.
      await app.services.db.deleteFrom('personalizations').where('user_id', '=', sleeper.userId).execute()
      expected.preferences = false
    },
  )
}

/** Calls of the next 20 minutes that were given up while there were no preferences do not come back: nobody can get there. */
const PLANNED_AHEAD_MS = 20 * 60_000

export function savePreferences(): Command {
  const isFar = ({ now }: Expected, { wish }: WishedSchedule) =>
    (nextWished(wish, now) ?? Infinity) > now + PLANNED_AHEAD_MS
  const check = (expected: Expected) =>
    expected.preferences || listed(expected).every((schedule) => isFar(expected, schedule))
  return command('save preferences', check, async (expected, { sleeper }) => {
    const body = { goals: ['study'], struggles: ['tired'], voice: 'lily' }
    expect((await sleeper.post('/api/user/personalization', body)).status).toBe(200)
    expected.preferences = true
  })
}
