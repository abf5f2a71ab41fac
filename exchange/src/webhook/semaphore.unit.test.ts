import { expect, test } from 'vitest'
import { newSemaphore } from './semaphore.ts'

test('a semaphore runs at most its limit at once, in order, and continues after a failure', async () => {
  const pass = newSemaphore(2)
  let inside = 0
  let most = 0
  const done: number[] = []
  const visit = (name: number) =>
    pass(async () => {
      inside += 1
      most = Math.max(most, inside)
      await Promise.resolve()
      inside -= 1
      done.push(name)
      if (name === 1) throw new Error('a failure lets the next one in')
    })
  const visits = await Promise.allSettled([0, 1, 2, 3, 4].map(visit))
  expect(most).toBe(2)
  expect(done).toEqual([0, 1, 2, 3, 4])
  expect(visits.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
