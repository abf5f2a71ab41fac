import { expect, test } from 'vitest'
import { countriesText, countryFlag, countryName } from './country-names.ts'

test('a country has its name and its flag', () => {
  expect([countryName('NZ'), countryFlag('NZ')]).toEqual(['New Zealand', '🇳🇿'])
})

test('a list of countries reads as prose', () => {
  expect(countriesText(['US', 'FR', 'NL', 'SG'])).toBe('the United States, France, the Netherlands and Singapore')
  expect(countriesText(['AU'])).toBe('Australia')
  expect(countriesText(['DO', 'KY'])).toBe('the Dominican Republic and the Cayman Islands')
  expect(countriesText(['PH'])).toBe('the Philippines')
})
