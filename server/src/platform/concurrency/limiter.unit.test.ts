import { expect, test } from 'vitest'
import { inTurn } from './limiter.ts'

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
  const turn = inTurn(2)
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
  const turn = inTurn(1)
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
  const turn = inTurn(1)
  await expect(turn(() => Promise.reject(new Error('no voice')), never)).rejects.toThrow('no voice')
  expect(await turn(() => Promise.resolve('spoken'), never)).toBe('spoken')
})
