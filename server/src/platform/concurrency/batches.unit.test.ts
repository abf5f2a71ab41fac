import { expect, test } from 'vitest'
import { atMost, inBatches } from './batches.ts'

test('at most so many run at once, and the others follow in their order', async () => {
  const line = atMost(2)
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const work = (index: number) => {
    begun.push(index)
    return gates[index]!.promise
  }
  const first = line([0, 1, 2], work)
  const second = line([3], work)
  expect([begun, line.waiting()]).toEqual([[0, 1], 2])
  gates[1]!.resolve()
  await gates[1]!.promise
  await Promise.resolve()
  expect([begun, line.waiting()]).toEqual([[0, 1, 2], 1])
  for (const { resolve } of gates) resolve()
  await Promise.all([first, second])
  expect([begun, line.waiting()]).toEqual([[0, 1, 2, 3], 0])
})

test('a failure gives its turn on, and is told to those it came with', async () => {
  const line = atMost(1)
  const done: string[] = []
  const work = async (item: string) => {
    if (item === 'bad') throw new Error('refused')
    done.push(item)
  }
  const first = line(['one', 'bad', 'two'], work)
  const second = line(['three'], work)
  await expect(first).rejects.toThrow('refused')
  await second
  expect(done).toEqual(['one', 'two', 'three'])
})

test('nobody in line is done at once', async () => {
  const line = atMost(1)
  await line([], () => Promise.reject(new Error('never')))
  expect(line.waiting()).toBe(0)
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
