import { afterEach, expect, test, vi } from 'vitest'
import { readLike } from './read-like.ts'
import { inBrowser, inTab } from './storage.ts'

afterEach(() => {
  inTab.clear()
  vi.unstubAllGlobals()
})

const refuse = () => {
  throw new DOMException('no', 'QuotaExceededError')
}

test.each([
  ['missing', undefined],
  ['null', null],
  ['full', { getItem: () => 'an older text', setItem: refuse, removeItem: () => undefined, clear: () => undefined }],
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse }],
])('SHELL-16 when the storage is %s, a value lasts as long as the page', (_case, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  inTab.write('errand', 'a text')
  expect(inTab.read('errand')).toBe('a text')
  inTab.clear()
  expect(inTab.read('errand')).not.toBe('a text')
  inTab.write('errand', 'another')
  inTab.remove('errand')
  expect(inTab.read('errand')).not.toBe('another')
})

const LIKE = { name: '', goals: [] as string[], times: {}, on: true, sentTo: null as string | null, at: 0 }

test.each<[string, Partial<typeof LIKE>]>([
  ['{', {}],
  ['null', {}],
  ['7', {}],
  ['[1]', {}],
  ['{"name":5,"goals":"x","times":[],"on":"yes","sentTo":{},"at":"soon"}', {}],
  ['{"goals":[null],"times":{"mon":5}}', {}],
  ['{"__proto__":{"name":"junk"},"constructor":1,"more":2}', {}],
  ['{"name":"Gym","sentTo":"me@example.com","at":7}', { name: 'Gym', sentTo: 'me@example.com', at: 7 }],
  ['{"goals":["study"],"times":{"mon":"06:30"},"on":false}', { goals: ['study'], times: { mon: '06:30' }, on: false }],
])('SHELL-16 of a stored %s, only fields of the right type are used', (text, kept) => {
  vi.stubGlobal('localStorage', { getItem: () => text, removeItem: () => undefined })
  const read = readLike(inBrowser, 'keptZones', LIKE)
  expect(read).toEqual({ ...LIKE, ...kept })
  expect(Object.keys(read)).toEqual(Object.keys(LIKE))
})
