import type { Instant } from '@reveille/core/time/time-zone'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlacingFate } from './carrier/carrier-log.ts'
import { crashAtEveryStep } from './crash-points.ts'
import { faultlessConditions, type Conditions } from './faults/conditions.ts'
import type { Profile } from './faults/profile.ts'
import { oneOccurrence } from './one-occurrence.ts'
import type { Action } from './people/actions.ts'
import { playSeed } from './play-seed.ts'
import type { Stage } from './stage.ts'
import { prepareGround, type TestGround } from './test-ground.ts'

// A faultless occurrence with one call, in which exactly one thing goes wrong at a chosen moment. Seeds found these.

let ground: TestGround
beforeAll(async () => {
  ground = await prepareGround()
})
afterAll(() => ground.clear())

const SEED = 2
const MINUTE_MS = 60_000
const profile = { ...oneOccurrence, setup: 'alone' as const }

/** The history of an occurrence that broke a promise; empty when it kept all. */
async function historyIfBroken(
  direct: (stage: Stage, dueAt: Instant) => void,
  about: Partial<Profile> = profile,
): Promise<readonly string[]> {
  const script = { profile: about, direct: (stage: Stage) => direct(stage, dueAtOf(stage)) }
  const { violations, history } = await playSeed(SEED, ground.config, ground.database, script)
  return violations.length === 0 ? [] : history
}

const dueAtOf = ({ people }: Stage) => people[0]!.screen!.schedules[0]!.nextAt!

const theProcess = ({ machines }: Stage) => machines.alive[0]!.machine

test.each([-7_000, -3_000, -2_000, -1_990, -1_000, -550])(
  'CALL-1 I24 a process that freezes %i ms from its call, and leases it again after losing the lease, still rings',
  async (from) => {
    const broken = await historyIfBroken((stage, dueAt) =>
      stage.world.at(dueAt + from, () => theProcess(stage).freeze(600)),
    )
    expect(broken).toEqual([])
  },
)

describe.each([3_600_000, -3_600_000, 86_400_000])('CALL-1 CALL-5 a clock set by %i ms', (step) => {
  test.each([-9_000, -6_000, -1_800, -480, -50])('%i ms from a call neither loses nor misplaces it', async (from) => {
    const broken = await historyIfBroken((stage, dueAt) => setClock(stage, { at: dueAt + from, step, lasts: 20_000 }))
    expect(broken).toEqual([])
  })
})

test('S29 I11 any number of foreign callbacks changes nothing about a call', async () => {
  const strays = { ...profile, baseConditions: { ...faultlessConditions, strayCallbacks: 1 } }
  expect(await historyIfBroken(() => undefined, strays)).toEqual([])
})

type Step = [at: number, action: Action]

test.each<[string, Step[]]>([
  ['SCHED-9 is skipped an hour before, before it is planned', [[-3_600_000, 'skip']]],
  ['SCHED-9 is skipped twice at once', [[-60_000, 'double-click-skip']]],
  [
    'SCHED-9 is skipped an hour before, and has its options edited',
    [
      [-3_600_000, 'skip'],
      [-1_800_000, 'edit-switches'],
    ],
  ],
  [
    'SCHED-9 is skipped and has its options edited in its last minute',
    [
      [-60_000, 'skip'],
      [-30_000, 'edit-switches'],
    ],
  ],
  [
    'SCHED-9 is skipped, and moved to another time',
    [
      [-3_600_000, 'skip'],
      [-1_800_000, 'edit-time'],
    ],
  ],
  [
    'SCHED-8 I19 is paused an hour before and resumed two minutes after',
    [
      [-3_600_000, 'toggle'],
      [120_000, 'toggle'],
    ],
  ],
  ['SCHED-8 is paused and resumed in its last second', [[-900, 'pause-and-resume']]],
  [
    'PHONE-11 is due ten minutes after its lost number is proven again',
    [
      [-25 * MINUTE_MS, 'lose-number'],
      [-10 * MINUTE_MS, 'resume-all'],
    ],
  ],
  [
    'CALL-1 is due ten minutes after lost preferences are saved again',
    [
      [-25 * MINUTE_MS, 'lose-preferences'],
      [-10 * MINUTE_MS, 'save-preferences'],
    ],
  ],
  ['SCHED-5 I16 meets four new schedules at once', [[-60_000, 'create-often']]],
])('a call that %s rings exactly as the screen says', async (_case, steps) => {
  const broken = await historyIfBroken((stage, dueAt) => {
    for (const [at, action] of steps)
      stage.world.at(dueAt + at, () => void stage.actions.perform(stage.people[0]!, action))
  })
  expect(broken).toEqual([])
})

test('CALL-2 CALL-5 CALL-7 a call that no worker planned in time gets its outcome even after all calls were stopped', async () => {
  const stopsCalls = (stage: Stage, dueAt: Instant) => {
    const { world, machines, actions, people } = stage
    const worker = machines.alive.find((process) => process.worker !== null)!
    world.at(dueAt - 25 * MINUTE_MS, () => worker.machine.freeze(45 * MINUTE_MS))
    world.at(dueAt + 15 * MINUTE_MS, () => void actions.perform(people[0]!, 'stop-calls'))
  }
  expect(await historyIfBroken(stopsCalls, { ...profile, setup: 'web-and-workers' })).toEqual([])
})

test('PHONE-11 I6 no retry goes to a number that was lost and proven again in between', async () => {
  const nobodyAnswers = { ...faultlessConditions, conduct: { ...faultlessConditions.conduct, 'no-answer': 1_000_000 } }
  const losesAndProves = ({ world, actions, people }: Stage, dueAt: Instant) => {
    world.at(dueAt + MINUTE_MS, () => void actions.perform(people[0]!, 'lose-number'))
    world.at(dueAt + 2 * MINUTE_MS, () => void actions.perform(people[0]!, 'resume-all'))
  }
  expect(await historyIfBroken(losesAndProves, { ...profile, baseConditions: nobodyAnswers })).toEqual([])
})

test.each<Action>(['toggle', 'change-phone', 'delete'])(
  'SCHED-8 SCHED-9 I6 I7 a call the carrier refused temporarily obeys a later %s',
  async (action) => {
    const broken = await historyIfBroken((stage, dueAt) => {
      worsenConditions(stage, { dueAt, conditions: only('refused-connection') })
      stage.world.at(dueAt + 10_000, () => void stage.actions.perform(stage.people[0]!, action))
    })
    expect(broken).toEqual([])
  },
)

test.each<Action>(['toggle', 'delete'])(
  'SCHED-8 SCHED-9 I6 a call in doubt is not redialed after a %s',
  async (action) => {
    const broken = await historyIfBroken((stage, dueAt) => {
      worsenConditions(stage, { dueAt, conditions: only('failed-unclear') })
      stage.world.at(dueAt + 12_000, () => void stage.actions.perform(stage.people[0]!, action))
    })
    expect(broken).toEqual([])
  },
)

function setClock(stage: Stage, { at, step, lasts }: { at: Instant; step: number; lasts: number }): void {
  const { world, faults } = stage
  world.at(at, () => {
    theProcess(stage).clockOffset = step
    faults.add(at, at + lasts, 'clock step')
  })
  world.at(at + lasts, () => {
    theProcess(stage).clockOffset = 0
  })
}

describe.each<Action>(['skip', 'toggle', 'delete', 'change-phone', 'edit-time', 'delete-account'])(
  'SCHED-8 SCHED-9 I6 I7 I14 I22 on a slow database a %s',
  (action) => {
    test.each([-700, -600, -550, -500])('%i ms from a call holds, or is refused', async (from) => {
      const broken = await historyIfBroken((stage, dueAt) => {
        const { world, database, actions, people, faults } = stage
        world.at(dueAt - 1_000, () => {
          database.slowness = 60
          faults.add(world.now(), dueAt + 2_000, 'slow database')
        })
        world.at(dueAt + from, () => void actions.perform(people[0]!, action))
        world.at(dueAt + 2_000, () => {
          database.slowness = 1
        })
      })
      expect(broken).toEqual([])
    })
  },
)

describe.each([0, 1])('CALL-1 CALL-2 of two workers', (which) => {
  const two = { ...profile, setup: 'two' as const }
  const process = ({ machines }: Stage) => machines.alive[which]!.machine

  test(`one (${which}) dies three seconds before a call: the other takes it over`, async () => {
    const dies = (stage: Stage, dueAt: Instant) => stage.world.at(dueAt - 3_000, () => process(stage).kill())
    expect(await historyIfBroken(dies, two)).toEqual([])
  })

  test(`one (${which}) freezes with a marked call and wakes a minute later: it rings once`, async () => {
    const freezes = (stage: Stage, dueAt: Instant) => stage.world.at(dueAt - 200, () => process(stage).freeze(70_000))
    expect(await historyIfBroken(freezes, two)).toEqual([])
  })
})

const only = (fate: PlacingFate): Partial<Conditions> => ({
  placing: { ...faultlessConditions.placing, answered: 0, [fate]: 1 },
})
const noCallbacks: Partial<Conditions> = { callbacks: { ...faultlessConditions.callbacks, prompt: 0, lost: 1 } }

test.each<[string, Partial<Conditions>]>([
  ['accepted without an answer', only('accepted-reply-lost')],
  ['accepted without an answer and without callbacks', { ...only('accepted-reply-lost'), ...noCallbacks }],
  [
    'accepted without an answer or callbacks, and listed late',
    { ...only('accepted-reply-lost'), ...noCallbacks, listLagMs: 30_000 },
  ],
  ['without callbacks', noCallbacks],
  ['answered with an error', only('failed-unclear')],
  ['refused', only('refused-connection')],
])('CALL-2 CALL-3 CALL-10 a call %s for a minute rings once', async (_case, conditions) => {
  const broken = await historyIfBroken((stage, dueAt) => worsenConditions(stage, { dueAt, conditions }))
  expect(broken).toEqual([])
})

function worsenConditions(
  stage: Stage,
  { dueAt, conditions }: { dueAt: Instant; conditions: Partial<Conditions> },
): void {
  const { world, faults } = stage
  world.at(dueAt - 1_000, () => void Object.assign(stage.conditions, conditions))
  faults.add(dueAt - 1_000, dueAt + 59_000, 'bad conditions')
  world.at(dueAt + 59_000, () => void Object.assign(stage.conditions, faultlessConditions))
}

/** `first`: what the first of two carriers does with every call. */
type Steps = { seed: number; from: number; to: number; first?: PlacingFate }

test.each<[string, Steps]>([
  [
    'CALL-2 CALL-3 any step of a call: it rings once, or its owner is told why not',
    { seed: SEED, from: -8_500, to: 1_000 },
  ],
  ['CALL-9 I17 any step of an announcement: it is texted at most once', { seed: 1, from: -906_000, to: -895_000 }],
  [
    'CARRIER-11 any step of a failover: the second carrier makes it ring once',
    { seed: SEED, from: -3_000, to: 4_000, first: 'refused-connection' },
  ],
  [
    'CARRIER-11 any step of a call in doubt beside a second carrier: it rings once, or its owner is told why not',
    { seed: SEED, from: -1_000, to: 60_000, first: 'accepted-reply-lost' },
  ],
])(
  'a process may die at %s',
  async (_case, { seed, from, to, first }) => {
    let dueAt: Instant = 0
    const direct = (stage: Stage) => {
      dueAt = dueAtOf(stage)
      if (first !== undefined) Object.assign(stage.conditions, only(first))
    }
    const script = { profile: { ...profile, carriers: first === undefined ? (1 as const) : (2 as const) }, direct }
    const isTried = (at: Instant) => at > dueAt + from && at < dueAt + to
    const found = []
    let tried = 0
    for await (const { violations, crash } of crashAtEveryStep(seed, ground.config, ground.database, {
      script,
      isTried,
    })) {
      tried++
      if (violations.length > 0) found.push({ crash, violations })
    }
    expect(found).toEqual([])
    expect(tried).toBeGreaterThan(5)
  },
  300_000,
) // one occurrence per step
