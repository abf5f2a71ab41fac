import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isKept, keepZone } from './kept-zones.ts'

const DAY_MS = 86_400_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('WAKE-27 ‘Keep’ is remembered for that zone alone, for 30 days', () => {
  keepZone('Europe/Lisbon', 0)
  keepZone('Asia/Tokyo', DAY_MS)
  expect(isKept('Europe/Lisbon', 30 * DAY_MS - 1)).toBe(true)
  expect(isKept('Europe/Lisbon', 30 * DAY_MS)).toBe(false)
  expect(isKept('Asia/Tokyo', 30 * DAY_MS)).toBe(true)
  expect(isKept('Europe/Madrid', DAY_MS)).toBe(false)
})

test('WAKE-27 what anything else left in the storage counts as nothing', () => {
  localStorage.setItem('keptZones', '{broken')
  expect(isKept('Europe/Lisbon', 0)).toBe(false)
  keepZone('Europe/Lisbon', 0)
  expect(isKept('Europe/Lisbon', 1)).toBe(true)
})
