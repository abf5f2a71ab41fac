import { expect, test } from 'vitest'
import { throttle } from './limiter.ts'

test('SCHED-13 throttled work that failed runs again at the next call', async () => {
  const clock = { now: 0, monotonic: () => clock.now }
  const done: number[] = []
  let isBroken = true
  const work = throttle(60, clock, async () => {
    if (isBroken) throw new Error('the database is away')
    done.push(clock.now)
  })
  await expect(work()).rejects.toThrow('away')
  isBroken = false
  for (; clock.now < 100; clock.now += 10) await work()
  expect(done).toEqual([0, 60])
})
