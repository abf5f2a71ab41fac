import { expect, test } from 'vitest'
import { newDialQueue } from './dial-queue.ts'

test('calls leave in the order they joined, even when a later one is ready first', async () => {
  const queue = newDialQueue(() => 1_000)
  const left: number[] = []
  const allLeft = new Promise<void>((resolve) => {
    const leave = (name: number) => () => {
      left.push(name)
      if (left.length === 3) resolve()
    }
    const [first, second, third] = [0, 1, 2].map((name) => queue.join(leave(name)))
    third?.ready()
    second?.ready()
    expect(left).toEqual([])
    first?.ready()
  })
  await allLeft
  expect(left).toEqual([0, 1, 2])
})

test('each call waits for its slot, 1/rate seconds after the previous one', () => {
  const queue = newDialQueue(() => 0.01)
  const waits = [1, 2, 3].map(() => queue.join(() => {}).waitMs)
  // Rounding up to half a slot ignores the time between the three joins.
  expect(waits.map((wait) => Math.ceil(wait / 50_000) * 50)).toEqual([0, 100, 200])
  queue.close()
})
