import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultlessProfile } from './faults/faultless-profile.ts'
import { twoCarriersProfile } from './faults/two-carriers-profile.ts'
import { playSeed } from './play-seed.ts'
import { prepareGround, type TestGround } from './test-ground.ts'

let ground: TestGround
beforeAll(async () => {
  ground = await prepareGround()
})
afterAll(() => ground.clear())

/** A few, for each change. `npm run simulate` plays thousands. */
const SEEDS = [1, 2, 3, 6]

test.each(SEEDS)(
  'I1 I13 I20 CALL-1 CALL-2 CALL-3 CALL-5 CALL-10 CALL-14 no promise is broken in the days of seed %i',
  async (seed) => {
    const { violations, history } = await playSeed(seed, ground.config, ground.database)
    expect(violations.length === 0 ? [] : history).toEqual([])
  },
)

test.each([2])(
  'I1 I2 CALL-2 CALL-3 with two carriers that fail independently, no promise is broken in the days of seed %i',
  async (seed) => {
    const { violations, history } = await playSeed(seed, ground.config, ground.database, {
      profile: twoCarriersProfile,
    })
    expect(violations.length === 0 ? [] : history).toEqual([])
  },
)

test.each([1, 2])(
  'I6 I12 SCHED-12 HIST-1 HIST-2 PHONE-11 whatever people do, screens are exact in seed %i without faults',
  async (seed) => {
    const { violations, history } = await playSeed(seed, ground.config, ground.database, { profile: faultlessProfile })
    expect(violations.length === 0 ? [] : history).toEqual([])
  },
)

test('I23 the same seed has the same history, byte for byte', async () => {
  const first = await playSeed(7, ground.config, ground.database)
  const again = await playSeed(7, ground.config, ground.database)
  expect(first.violations).toEqual([])
  expect(again.history).toEqual(first.history)
  expect(again.hash).toBe(first.hash)
})
