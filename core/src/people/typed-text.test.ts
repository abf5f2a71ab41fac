import { expect, test } from 'vitest'
import { digitsIn, readableText } from './typed-text.ts'

const SYSTEMS = Intl.supportedValuesOf('numberingSystem').filter((system) => {
  const [sign = ''] = new Intl.NumberFormat('en', { numberingSystem: system }).format(7)
  return /\p{Nd}/u.test(sign)
})

test('PHONE-12 CODE-2 digits of every script are read as digits', () => {
  expect(SYSTEMS.length).toBeGreaterThan(60)
  for (const system of SYSTEMS) {
    const write = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
    expect([system, digitsIn(write.format(9_876_543_210))]).toEqual([system, '9876543210'])
    expect([system, digitsIn(write.format(1_234_567_890))]).toEqual([system, '1234567890'])
  }
})

test.each([
  ['a full-width plus', '＋49 151', '+49 151'],
  ['full-width characters of an address', 'ｊｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'jo@example.com'],
  ['direction marks around a copied number', '\u202A+49 151\u202C', '+49 151'],
  ['an invisible space and a joiner', '40\u200B71\u206092', '407192'],
  ['a no-break space', '407\u00A0192', '407 192'],
  ['an en dash', '407–192', '407-192'],
  ['a name', 'José', 'José'],
])('PHONE-12 CODE-2 %s is read', (_case, typed, read) => {
  expect(readableText(typed)).toBe(read)
})

test("S58 input too long to be an address, number or code isn't normalized, so it can't delay calls", () => {
  const digits = '\u{1D7FF}'.repeat(15_500)
  expect(readableText(digits)).toBe(digits)
  expect(readableText('\u{1D7FF}'.repeat(1_000))).toBe('9'.repeat(1_000))
})
