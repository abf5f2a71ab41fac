import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberSignedIn } from './browser-evidence.ts'
import { lastKnownCall, rememberNextCall } from './last-known-call.ts'
import { forgetPerson } from './signed-out-elsewhere.ts'

const NOW = Date.parse('2027-01-14T21:00:00Z')
const MONDAY = { at: '2027-01-18T06:30:00.000Z', words: 'Monday, 6:30 AM' }
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', { ...storage, clear: () => undefined })
  vi.stubGlobal('document', { cookie: 'reveille_session=1' })
})

afterEach(() => vi.unstubAllGlobals())

test('SHELL-15 the last known call is returned until its time, and a newer one replaces it', () => {
  rememberNextCall(MONDAY)
  expect(lastKnownCall(NOW)).toBe('Monday, 6:30 AM')
  rememberNextCall({ ...MONDAY, words: 'Tuesday, 7:00 AM' })
  expect(lastKnownCall(NOW)).toBe('Tuesday, 7:00 AM')
  expect(lastKnownCall(Date.parse(MONDAY.at))).toBeNull()
  expect(kept.size).toBe(0)
  rememberNextCall(MONDAY)
  rememberNextCall(null)
  expect(lastKnownCall(NOW)).toBeNull()
})

test.each([
  ['the person signs out', forgetPerson],
  ['the session is over', () => rememberSignedIn(false)],
  ["the session's cookie is gone", () => vi.stubGlobal('document', { cookie: '' })],
])('SHELL-15 S18 the last known call is deleted when %s', (_case, end) => {
  rememberNextCall(MONDAY)
  end()
  expect(lastKnownCall(NOW)).toBeNull()
  expect(kept.size).toBe(0)
})

test.each(['', '{', 'null', '7', '[]', '{"at":7,"words":"x"}', '{"at":"soon","words":"x"}', `{"at":"${MONDAY.at}"}`])(
  'SHELL-15 a malformed stored value is dropped: %s',
  (text) => {
    kept.set('lastKnownCall', text)
    expect(lastKnownCall(NOW)).toBeNull()
    expect(kept.size).toBe(0)
  },
)

test('SHELL-15 without storage, the call is known to the page that learned it', () => {
  vi.stubGlobal('localStorage', undefined)
  rememberNextCall(MONDAY)
  expect(lastKnownCall(NOW)).toBe('Monday, 6:30 AM')
  rememberSignedIn(false)
  expect(lastKnownCall(NOW)).toBeNull()
})
