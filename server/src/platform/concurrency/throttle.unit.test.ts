import { expect, test } from 'vitest'
import { oncePer } from './throttle.ts'

test('SCHED-13 what is done once an hour is tried again at the next turn when it failed', async () => {
  const clock = { now: 0, monotonic: () => clock.now }
  const done: number[] = []
  let isBroken = true
  const turn = oncePer(60, clock, async () => {
    if (isBroken) throw new Error('the database is away')
    done.push(clock.now)
  })
  await expect(turn()).rejects.toThrow('away')
  isBroken = false
  for (; clock.now < 100; clock.now += 10) await turn()
  expect(done).toEqual([0, 60])
})
