import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { now } from '../browser/clock.ts'
import { currentSilence, heard, unheard } from './contact.ts'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  heard()
  vi.useRealTimers()
})

test('SHELL-15 a failure counts as silence only 20 s after the last response', () => {
  heard()
  vi.advanceTimersByTime(19_999)
  unheard({ failing: true })
  expect(currentSilence()).toBeNull()
  vi.advanceTimersByTime(1)
  unheard({ failing: true })
  expect(currentSilence()).toMatchObject({ failing: true, isLong: false })
})

test('SHELL-15 a silence counts as long after a minute, and the next response ends it', () => {
  heard()
  const then = now()
  unheard({ failing: false, surely: true })
  vi.advanceTimersByTime(59_999)
  unheard({ failing: true })
  expect(currentSilence()).toEqual({ lastHeard: then, failing: true, isLong: false })
  vi.advanceTimersByTime(1)
  expect(currentSilence()).toEqual({ lastHeard: then, failing: true, isLong: true })
  unheard({ failing: false })
  expect(currentSilence()?.isLong).toBe(true)
  heard()
  expect(currentSilence()).toBeNull()
  vi.advanceTimersByTime(60_000)
  expect(currentSilence()).toBeNull()
})
