import { expect, test } from 'vitest'
import { limiter } from './limiter.ts'

const never = new AbortController().signal

function work() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { begun: false, finish: resolve }
  const run = () => {
    state.begun = true
    return promise
  }
  return { state, run }
}
const settled = () => new Promise(setImmediate)

test('at most the limit run at once, and the next starts when one ends, in order', async () => {
  const { run: limited } = limiter(2)
  const all = [work(), work(), work(), work()]
  const done = all.map(({ run }) => limited(run, never))
  await settled()
  expect(all.map(({ state }) => state.begun)).toEqual([true, true, false, false])
  all[1]!.state.finish()
  await done[1]
  await settled()
  expect(all.map(({ state }) => state.begun)).toEqual([true, true, true, false])
  for (const { state } of all) state.finish()
  await Promise.all(done)
})

test('work aborted in the queue never starts and blocks nothing', async () => {
  const { run: limited } = limiter(1)
  const [first, second, third] = [work(), work(), work()]
  const gaveUp = new AbortController()
  const done = [limited(first.run, never), limited(second.run, gaveUp.signal), limited(third.run, never)]
  gaveUp.abort(new Error('gave up'))
  await expect(done[1]).rejects.toThrow('gave up')
  first.state.finish()
  third.state.finish()
  await Promise.all([done[0], done[2]])
  expect(second.state.begun).toBe(false)
  await expect(limited(second.run, gaveUp.signal)).rejects.toThrow('gave up')
})

test('failed work makes room for the next', async () => {
  const { run: limited } = limiter(1)
  await expect(limited(() => Promise.reject(new Error('no voice')), never)).rejects.toThrow('no voice')
  expect(await limited(() => Promise.resolve('spoken'), never)).toBe('spoken')
})

test('at most the limit run at once, and the others follow in order', async () => {
  const queue = limiter(2)
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const work = (index: number) => {
    begun.push(index)
    return gates[index]!.promise
  }
  const first = queue([0, 1, 2], work)
  const second = queue([3], work)
  expect([begun, queue.waiting()]).toEqual([[0, 1], 2])
  gates[1]!.resolve()
  await gates[1]!.promise
  await Promise.resolve()
  expect([begun, queue.waiting()]).toEqual([[0, 1, 2], 1])
  for (const { resolve } of gates) resolve()
  await Promise.all([first, second])
  expect([begun, queue.waiting()]).toEqual([[0, 1, 2, 3], 0])
})

test('a failure makes room for the next and rejects its own group', async () => {
  const queue = limiter(1)
  const done: string[] = []
  const work = async (item: string) => {
    if (item === 'bad') throw new Error('refused')
    done.push(item)
  }
  const first = queue(['one', 'bad', 'two'], work)
  const second = queue(['three'], work)
  await expect(first).rejects.toThrow('refused')
  await second
  expect(done).toEqual(['one', 'two', 'three'])
})

test('an empty list is done immediately', async () => {
  const queue = limiter(1)
  await queue([], () => Promise.reject(new Error('never')))
  expect(queue.waiting()).toBe(0)
})
