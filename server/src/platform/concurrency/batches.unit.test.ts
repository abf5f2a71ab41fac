import { expect, test } from 'vitest'
import { inBatches } from './limiter.ts'

test('items that arrive during a batch make the next batch', async () => {
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

test('two batches run at a time, and the third fills up in the meantime', async () => {
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

test('a batch that fails does not affect the next', async () => {
  const add = inBatches(async (items: string[]) => {
    if (items.includes('bad')) throw new Error('not written')
    return items
  })
  const bad = add('bad')
  await expect(bad).rejects.toThrow('not written')
  expect(await add('good')).toEqual(['good'])
})

test('a batch fills until its time is up', async () => {
  const batches: number[][] = []
  const add = inBatches(async (items: number[]) => void batches.push(items), { isTime: (items) => items.length === 3 })
  const all = [add(1), add(2)]
  await Promise.resolve()
  expect(batches).toEqual([])
  await Promise.all([...all, add(3)])
  expect(batches).toEqual([[1, 2, 3]])
})
