import { expect, test } from 'vitest'
import { pulse } from './liveness.ts'

function heart() {
  let now = 0
  const { felt, lost, unbrokenSince } = pulse({ monotonic: () => now })
  return { felt, lost, unbrokenSince, at: (ms: number) => void (now = ms) }
}

test('CALL-3 heartbeats that follow each other hold since the first of them arrived', () => {
  const { felt, unbrokenSince, at } = heart()
  expect(unbrokenSince()).toBeNull()
  at(100)
  felt(50)
  for (const beat of [1_000, 2_500, 4_000]) {
    at(beat + 400)
    felt(beat)
  }
  expect(unbrokenSince()).toBe(100)
})

test('CALL-3 who was silent for two seconds may be taken for dead, and what it had before is not sure any more', () => {
  const { felt, unbrokenSince, at } = heart()
  felt(0)
  at(2_001)
  expect(unbrokenSince()).toBeNull()
  at(5_000)
  felt(4_990)
  expect(unbrokenSince()).toBe(5_000)
})

test('CALL-3 a heartbeat that took so long to arrive is as one that was missed', () => {
  const { felt, unbrokenSince, at } = heart()
  felt(0)
  at(2_500)
  felt(900)
  expect(unbrokenSince()).toBe(2_500)
})

test('CALL-3 a heartbeat that told a wrong time breaks it', () => {
  const { felt, lost, unbrokenSince, at } = heart()
  felt(0)
  lost()
  expect(unbrokenSince()).toBeNull()
  at(500)
  felt(400)
  expect(unbrokenSince()).toBe(500)
})
