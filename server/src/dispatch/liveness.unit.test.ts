import { expect, test } from 'vitest'
import { trackLiveness } from './liveness.ts'

function worker() {
  let now = 0
  const { beatArrived, lost, aliveSince } = trackLiveness({ monotonic: () => now })
  return { beatArrived, lost, aliveSince, at: (ms: number) => void (now = ms) }
}

test('CALL-3 a worker with regular heartbeats is alive since the first of them arrived', () => {
  const { beatArrived, aliveSince, at } = worker()
  expect(aliveSince()).toBeNull()
  at(100)
  beatArrived(50)
  for (const beat of [1_000, 2_500, 4_000]) {
    at(beat + 400)
    beatArrived(beat)
  }
  expect(aliveSince()).toBe(100)
})

test('CALL-3 a worker silent for two seconds may be presumed dead, and counts as alive from its next heartbeat', () => {
  const { beatArrived, aliveSince, at } = worker()
  beatArrived(0)
  at(2_001)
  expect(aliveSince()).toBeNull()
  at(5_000)
  beatArrived(4_990)
  expect(aliveSince()).toBe(5_000)
})

test('CALL-3 a heartbeat that took two seconds to arrive counts as missed', () => {
  const { beatArrived, aliveSince, at } = worker()
  beatArrived(0)
  at(2_500)
  beatArrived(900)
  expect(aliveSince()).toBe(2_500)
})

test('CALL-3 after a heartbeat with a wrong time a worker may be presumed dead', () => {
  const { beatArrived, lost, aliveSince, at } = worker()
  beatArrived(0)
  lost()
  expect(aliveSince()).toBeNull()
  at(500)
  beatArrived(400)
  expect(aliveSince()).toBe(500)
})
