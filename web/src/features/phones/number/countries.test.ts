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
  ['digits', '+1', '2025550123', '+12025550123'],
  ['spaces and dashes', '+1', '(202) 555-0123', '+12025550123'],
  ['the 0 of a number at home', '+61', '0491 570 156', '+61491570156'],
  ['two zeros', '+61', '00491570156', '+61491570156'],
  ['a whole number after a blank', '+1', ' +49 1555 550123', '+491555550123'],
  ['a whole number', '+1', '+49 1555 550123', '+491555550123'],
])('PHONE-12 the full number is made of %s', (_case, country, typed, expected) => {
  expect(fullNumber(country, typed)).toBe(expected)
})

test('PHONE-1 the country is guessed from the time zone, as far as it is on offer', () => {
  const countries = [
    { code: 'US', callingCode: '+1', zones: ['America/New_York'] },
    { code: 'AU', callingCode: '+61', zones: ['Australia/Perth', 'Australia/Sydney'] },
  ]
  expect(guessedCode(countries, 'Australia/Sydney')).toBe('+61')
  expect(guessedCode(countries, 'Europe/Lisbon')).toBeUndefined()
})
