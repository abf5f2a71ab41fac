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

test('no more than the given number run at once, and the next begins when one ends, in order', async () => {
  const { run: turn } = limiter(2)
  const all = [work(), work(), work(), work()]
  const done = all.map(({ run }) => turn(run, never))
  await settled()
  expect(all.map(({ state }) => state.begun)).toEqual([true, true, false, false])
  all[1]!.state.finish()
  await done[1]
  await settled()
  expect(all.map(({ state }) => state.begun)).toEqual([true, true, true, false])
  for (const { state } of all) state.finish()
  await Promise.all(done)
})

test('who gives up while waiting never begins, and keeps nobody from beginning', async () => {
  const { run: turn } = limiter(1)
  const [first, second, third] = [work(), work(), work()]
  const gaveUp = new AbortController()
  const done = [turn(first.run, never), turn(second.run, gaveUp.signal), turn(third.run, never)]
  gaveUp.abort(new Error('gave up'))
  await expect(done[1]).rejects.toThrow('gave up')
  first.state.finish()
  third.state.finish()
  await Promise.all([done[0], done[2]])
  expect(second.state.begun).toBe(false)
  await expect(turn(second.run, gaveUp.signal)).rejects.toThrow('gave up')
})

test('work that fails makes room for the next', async () => {
  const { run: turn } = limiter(1)
  await expect(turn(() => Promise.reject(new Error('no voice')), never)).rejects.toThrow('no voice')
  expect(await turn(() => Promise.resolve('spoken'), never)).toBe('spoken')
})

test('at most so many run at once, and the others follow in their order', async () => {
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

test('a failure gives its turn on, and is told to those it came with', async () => {
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

test('nobody in the queue is done at once', async () => {
  const queue = limiter(1)
  await queue([], () => Promise.reject(new Error('never')))
  expect(queue.waiting()).toBe(0)
})
