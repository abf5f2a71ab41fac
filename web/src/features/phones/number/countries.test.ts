import { expect, test } from 'vitest'
import { callingCodes, fullNumber, guessedCode } from './countries.ts'

test('PHONE-1 countries that share a calling code are one choice, in the order of the settings', () => {
  const countries = [
    { code: 'US', callingCode: '+1' },
    { code: 'AU', callingCode: '+61' },
    { code: 'CA', callingCode: '+1' },
  ]
  expect(callingCodes(countries)).toEqual([
    { code: '+1', flag: '🇺🇸', name: 'United States/Canada' },
    { code: '+61', flag: '🇦🇺', name: 'Australia' },
  ])
})

test.each([
  ['the one recognized while typing', '+36', '06 20 123 4567', '+36201234567', '+36201234567'],
  ['built from the digits when none was recognized', '+1', '(202) 555-0123', null, '+12025550123'],
  ['built from digits of another script', '+49', '٠١٥١ ٢٣٤٥٦٧٨٩', null, '+49015123456789'],
  ['a complete number after a space', '+1', ' ＋49 1555 550123', null, '+491555550123'],
])('PHONE-12 the full number is %s', (...row) => {
  const [, country, number, e164, expected] = row
  expect(fullNumber({ country, number, e164 })).toBe(expected)
})

test('PHONE-1 the country is guessed from the time zone if it is offered', () => {
  const countries = [
    { code: 'US', callingCode: '+1', zones: ['America/New_York'] },
    { code: 'AU', callingCode: '+61', zones: ['Australia/Perth', 'Australia/Sydney'] },
  ]
  expect(guessedCode(countries, 'Australia/Sydney')).toBe('+61')
  expect(guessedCode(countries, 'Europe/Lisbon')).toBeUndefined()
})
