import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Instant } from '@reveille/core/time-zone'
import { crashAtEveryStep } from './crash-points.ts'
import { oneMorning } from './one-morning.ts'
import type { Deed } from './people/deeds.ts'
import { playSeed } from './play-seed.ts'
import type { Stage } from './stage.ts'
import { layGround, type TestGround } from './test-ground.ts'

// One calm morning with one call, in which exactly one thing goes wrong at a chosen moment. Seeds found these.

let ground: TestGround
beforeAll(async () => {
  ground = await layGround()
})
afterAll(() => ground.clear())

const SEED = 2
const profile = { ...oneMorning, setup: 'alone' as const }

/** The history of a morning that broke a promise; empty when it kept all. */
async function brokenMorning(direct: (stage: Stage, dueAt: Instant) => void): Promise<readonly string[]> {
  const script = { profile, direct: (stage: Stage) => direct(stage, dueAtOf(stage)) }
  const { violations, history } = await playSeed(SEED, ground.config, ground.database, script)
  return violations.length === 0 ? [] : history
}

const dueAtOf = ({ people }: Stage) => people[0]!.screen!.schedules[0]!.nextAt!

const theProcess = ({ machines }: Stage) => machines.alive[0]!.machine

test.each([-7_000, -3_000, -2_000, -1_990, -1_000, -550])(
  'CALL-1 I24 a process that freezes %i ms from its call, and takes the lease anew that it lost, still rings',
  async (from) => {
    const broken = await brokenMorning((stage, dueAt) =>
      stage.world.at(dueAt + from, () => theProcess(stage).freeze(600)),
    )
    expect(broken).toEqual([])
  },
)

describe.each([3_600_000, -3_600_000, 86_400_000])('CALL-1 CALL-5 a clock that is set by %i ms', (step) => {
  test.each([-9_000, -6_000, -1_800, -480, -50])('%i ms from a call neither loses nor misplaces it', async (from) => {
    const broken = await brokenMorning((stage, dueAt) => setClock(stage, { at: dueAt + from, step, lasts: 20_000 }))
    expect(broken).toEqual([])
  })
})

function setClock(stage: Stage, { at, step, lasts }: { at: Instant; step: number; lasts: number }): void {
  const { world, troubles } = stage
  world.at(at, () => {
    theProcess(stage).clockOffset = step
    troubles.add(at, at + lasts, 'clock step')
  })
  world.at(at + lasts, () => {
    theProcess(stage).clockOffset = 0
  })
}

describe.each<Deed>(['skip', 'toggle', 'delete', 'change-phone', 'edit-time', 'delete-account'])(
  'SCHED-8 SCHED-9 I6 I7 I14 I22 on a slow database a %s',
  (deed) => {
    test.each([-700, -600, -550, -500])('%i ms from a call holds, or is refused', async (from) => {
      const broken = await brokenMorning((stage, dueAt) => {
        const { world, database, deeds, people, troubles } = stage
        world.at(dueAt - 1_000, () => {
          database.slowness = 60
          troubles.add(world.now(), dueAt + 2_000, 'slow database')
        })
        world.at(dueAt + from, () => void deeds.perform(people[0]!, deed))
        world.at(dueAt + 2_000, () => {
          database.slowness = 1
        })
      })
      expect(broken).toEqual([])
    })
  },
)

test('CALL-2 CALL-3 a process may die at any step of a call: it rings once, or its owner is told why not', async () => {
  let dueAt: Instant = 0
  const script = { profile, direct: (stage: Stage) => void (dueAt = dueAtOf(stage)) }
  const isTried = (at: Instant) => at > dueAt - 8_500 && at < dueAt + 1_000
  const found = []
  let tried = 0
  for await (const { violations, crash } of crashAtEveryStep(SEED, ground.config, ground.database, {
    script,
    isTried,
  })) {
    tried++
    if (violations.length > 0) found.push({ crash, violations })
  }
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan(20)
})
