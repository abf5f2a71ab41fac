import { expect } from 'vitest'
import { verifyPhone } from '../harness/visitor.ts'
import { always, command, sampleWaits, type Command } from './command.ts'
import * as deeds from './deeds.ts'
import { waiting } from './expected.ts'
import { passTo } from './time-passes.ts'

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

export function savePreferences(): Command {
  return command('save preferences', always, async (expected, { sleeper }) => {
    const body = { goals: ['study'], struggles: ['tired'], voice: 'lily' }
    expect((await sleeper.post('/api/user/personalization', body)).status).toBe(200)
    deeds.savePreferences(expected)
  })
}
