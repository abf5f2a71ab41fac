import { expect, test } from 'vitest'
import { iso } from './local-moment.ts'

test('an instant is written as JavaScript writes it, to the millisecond', () => {
  const [first, last] = [Date.parse('1900-01-01T00:00:00.000Z'), Date.parse('2199-12-31T23:59:59.999Z')]
  for (let at = first; at <= last; at += 86_400_000 * 7 - 12_345_678) {
    expect(iso(at)).toBe(new Date(at).toISOString())
  }
  expect(() => iso(Number.NaN)).toThrow(RangeError)
  for (const at of [first, -1.5, 0, Date.UTC(12_000, 0), 9, 99.7, 59_999, 60_000, last])
    expect(iso(at)).toBe(new Date(at).toISOString())
})
