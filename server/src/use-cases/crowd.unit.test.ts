import { expect, test } from 'vitest'
import { atMost, inBatches } from './crowd.ts'

test('at most so many run at once, and the others follow in their order', async () => {
  const turn = atMost(2)
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const all = gates.map(({ promise }, index) =>
    turn(() => {
      begun.push(index)
      return promise
    }),
  )
  expect(begun).toEqual([0, 1])
  gates[1]!.resolve()
  await all[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of gates) resolve()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('a failure gives its turn on', async () => {
  const turn = atMost(1)
  const first = turn(() => Promise.reject(new Error('refused')))
  const second = turn(async () => 'done')
  await expect(first).rejects.toThrow('refused')
  expect(await second).toBe('done')
})

test('what comes in while a batch is worked on makes the next batch', async () => {
  const gate = Promise.withResolvers<void>()
  const batches: number[][] = []
  const add = inBatches(async (items: number[]) => {
    batches.push(items)
    await gate.promise
    return items.length
  })
  const one = add(1)
  const others = [add(2), add(3)]
  gate.resolve()
  expect(await Promise.all([one, ...others])).toEqual([1, 2, 2])
  expect(batches).toEqual([[1], [2, 3]])
})

test('two batches may be under way, and the third gathers what comes meanwhile', async () => {
  const gate = Promise.withResolvers<void>()
  const batches: number[][] = []
  const work = async (items: number[]) => {
    batches.push(items)
    await gate.promise
  }
  const add = inBatches(work, { atOnce: 2 })
  const all = [1, 2, 3, 4].map(add)
  gate.resolve()
  await Promise.all(all)
  expect(batches).toEqual([[1], [2], [3, 4]])
})

test('a batch that fails does not spoil the next', async () => {
  const add = inBatches(async (items: string[]) => {
    if (items.includes('bad')) throw new Error('not written')
    return items
  })
  const bad = add('bad')
  await expect(bad).rejects.toThrow('not written')
  expect(await add('good')).toEqual(['good'])
})

test('a batch gathers until it is time', async () => {
  const batches: number[][] = []
  const add = inBatches(async (items: number[]) => void batches.push(items), { isTime: (items) => items.length === 3 })
  const all = [add(1), add(2)]
  await Promise.resolve()
  expect(batches).toEqual([])
  await Promise.all([...all, add(3)])
  expect(batches).toEqual([[1, 2, 3]])
})

test('who waits for a turn is counted', async () => {
  const turn = atMost(1)
  const gate = Promise.withResolvers<void>()
  const all = [turn(() => gate.promise), turn(async () => undefined), turn(async () => undefined)]
  expect(turn.waiting()).toBe(2)
  gate.resolve()
  await Promise.all(all)
  expect(turn.waiting()).toBe(0)
})
