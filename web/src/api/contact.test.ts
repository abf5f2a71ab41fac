import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { now } from '../browser/clock.ts'
import { currentSilence, heard, unheard } from './contact.ts'

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  heard()
  vi.useRealTimers()
})

test('SHELL-15 one failure among answers says nothing about the server, a lasting one does', () => {
  heard()
  vi.advanceTimersByTime(19_999)
  unheard({ failing: true })
  expect(currentSilence()).toBeNull()
  vi.advanceTimersByTime(1)
  unheard({ failing: true })
  expect(currentSilence()).toMatchObject({ failing: true, isLong: false })
})

test('SHELL-15 after a minute without an answer a page stops comforting, and the next answer ends it', () => {
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
