import { expect, test } from 'vitest'
import { digitsIn, readableText } from './typed-text.ts'

const SYSTEMS = Intl.supportedValuesOf('numberingSystem').filter((system) => {
  const [sign = ''] = new Intl.NumberFormat('en', { numberingSystem: system }).format(7)
  return /\p{Nd}/u.test(sign)
})

test('PHONE-12 CODE-2 digits of every script are read as what they are', () => {
  expect(SYSTEMS.length).toBeGreaterThan(60)
  for (const system of SYSTEMS) {
    const write = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false })
    expect([system, digitsIn(write.format(9_876_543_210))]).toEqual([system, '9876543210'])
    expect([system, digitsIn(write.format(1_234_567_890))]).toEqual([system, '1234567890'])
  }
})

test.each([
  ['a full-width plus', '＋49 151', '+49 151'],
  ['full-width signs of an address', 'ｊｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'jo@example.com'],
  ['marks of direction around a copied number', '\u202A+49 151\u202C', '+49 151'],
  ['an invisible blank and a joiner', '40\u200B71\u206092', '407192'],
  ['a blank that does not break', '407\u00A0192', '407 192'],
  ['a dash of typography', '407–192', '407-192'],
  ['a name', 'José', 'José'],
])('PHONE-12 CODE-2 %s is read', (_case, typed, read) => {
  expect(readableText(typed)).toBe(read)
})
