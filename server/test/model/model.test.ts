import * as fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { startTestApp, type TestApp } from '../harness/start-test-app.ts'
import { quickVoice } from '../harness/quick-voice.ts'
import { anyCommands, anyPlan } from './any-commands.ts'
import type { Command } from './command.ts'
import { endOfStory } from './end-of-story.ts'
import { nobodyYet } from './expected.ts'
import { create } from './schedule-commands.ts'
import { enterWorld, leaveWorld } from './sleeper-world.ts'
import { DAY, type Plan } from './wish.ts'

/** Every story begins on a Friday at this time, so that a shorter one goes the same way. */
const BEGIN = Date.parse('2027-01-15T06:00:00Z')
const WEEK = 7 * DAY

/** Scripts ask for more, for other seeds, and for the shortest story that fails. */
const { MODEL_RUNS: runs = '12', MODEL_SEED: seed = '1', MODEL_SHRINK: shrink } = process.env

const LIMITS = ['CODES_PER_IP', 'TEXTS_PER_NUMBER', 'TEXTS_PER_BLOCK', 'TEXTS_PER_PERSON', 'TEXTS_PER_COUNTRY', 'TEXTS']

let app: TestApp
let people = 0

beforeAll(async () => {
  const settings = Object.fromEntries(LIMITS.map((limit) => [`LIMIT_${limit}`, '1000000']))
  app = await startTestApp({ now: new Date(BEGIN).toISOString(), settings })
  app.services.speech = [quickVoice]
})
afterAll(() => app[Symbol.asyncDispose]())

test(
  'I1 I2 I4 I6 I12 I13 I14 I15 I16 I18 I19 whatever a person does, the phone rings exactly as the screens say',
  { timeout: Number(runs) * 60_000 },
  () =>
    fc.assert(fc.asyncProperty(anyPlan(), anyCommands(100), tellStory), {
      numRuns: Number(runs),
      seed: Number(seed),
      endOnFailure: shrink === undefined,
    }),
)

/** One sleeper's story from their first schedule on. */
async function tellStory(plan: Plan, commands: Iterable<Command>): Promise<void> {
  await app.clock.advance({ ms: WEEK - ((app.clock.now() - BEGIN) % WEEK) })
  const numbers = [0, 1, 2].map((n) => `+49155501${String(people * 3 + n).padStart(5, '0')}`)
  people++
  const world = await enterWorld(app, numbers)
  const expected = nobodyYet(app.clock.now(), numbers[0]!)
  try {
    await create(plan).run(expected, world)
    await fc.asyncModelRun(() => ({ model: expected, real: world }), commands)
    await endOfStory(expected, world)
  } catch (failure) {
    await leaveWorld(world).catch(() => undefined) // what went wrong first is what is told
    throw new Error(`after\n${world.story.join('\n')}`, { cause: failure })
  }
  await leaveWorld(world)
}
