import type { CallPosition } from '@reveille/core/calls/call-keys'
import { expect, test } from 'vitest'
import { addressOf, positionOf } from './call-position.http.ts'

const places: CallPosition[] = [
  { at: 'message', asked: 0 },
  { at: 'message', asked: 3 },
  { at: 'menu', asked: 0, openedAt: 1_800_000_000_000 },
  { at: 'menu', asked: 2, openedAt: 0 },
  { at: 'task', round: 3, silences: 0 },
  { at: 'task', round: 1, silences: 1 },
  { at: 'machine', said: 2 },
]

test('WAKE-8 the callback URL for the next keys holds their place in the call, and the secret of that call', () => {
  for (const place of places) {
    const { origin, pathname, searchParams } = new URL(addressOf('secret')(place), 'https://wake.example')
    expect([origin, pathname]).toEqual(['https://wake.example', '/callbacks/key/secret'])
    expect(positionOf(Object.fromEntries(searchParams))).toEqual(place)
  }
})

test('WAKE-8 an unreadable callback URL means the first question, task or name', () => {
  expect(positionOf({})).toEqual({ at: 'message', asked: 1 })
  expect(positionOf({ at: 'elsewhere', asked: 'x' })).toEqual({ at: 'message', asked: 1 })
  expect(positionOf({ at: 'menu' })).toEqual({ at: 'menu', asked: 1, openedAt: 0 })
  expect(positionOf({ at: 'task', round: 'x' })).toEqual({ at: 'task', round: 1, silences: 0 })
  expect(positionOf({ at: 'machine' })).toEqual({ at: 'machine', said: 1 })
})
