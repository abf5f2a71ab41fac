import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { expect, test } from 'vitest'
import { asTyped } from './as-typed.ts'

const OFFERED = ['+1', '+61', '+64', '+91', '+33', '+49', '+65', '+36', '+52', '+225', '+242']

test.each([
  ['+1', '202', '(202)'],
  ['+1', '2025550123', '(202) 555-0123'],
  ['+61', '0491570156', '0491 570 156'],
  ['+33', '0612345678', '06 12 34 56 78'],
  ['+91', '9876543210', '98765 43210'],
  ['+1', '', ''],
])('PHONE-1 a number of %s is grouped while it is typed: %s', (country, typed, number) => {
  expect(asTyped(typed, country, OFFERED)).toMatchObject({ country, number })
})

test.each([
  ['+61 491 570 156', '+1', '+61', '0491 570 156'],
  [' +1 (202) 555-0123', '+61', '+1', '(202) 555-0123'],
  ['0061 491 570 156', '+1', '+61', '0491 570 156'],
  ['12025550123', '+1', '+1', '(202) 555-0123'],
  ['61491570156', '+61', '+61', '0491 570 156'],
  ['+44 7400 123456', '+1', '+1', '+44 7400 123456'],
  ['+6149', '+1', '+61', '+61 49'],
  ['+1 202 555', '+61', '+1', '+1 202 555'],
  ['+4474', '+61', '+61', '+44 74'],
  ['+6', '+1', '+1', '+6'],
  ['+36 20 123 4567', '+1', '+36', '06 20 123 4567'],
])(
  'PHONE-1 a number with its country’s code selects that country, also before it is complete: %s',
  (typed, chosen, country, number) => {
    expect(asTyped(typed, chosen, OFFERED)).toMatchObject({ country, number })
  },
)

test.each([
  ['a trunk prefix of two digits', '06 20 123 4567', '+36', '+36201234567'],
  ['a 0 that is part of the number', '07 07 12 34 56', '+225', '+2250707123456'],
  ['a 0 that is part of the number, dialled from abroad', '00225 0707123456', '+1', '+2250707123456'],
  ['a 0 in brackets after the country', '+49 (0)151 23456789', '+1', '+4915123456789'],
  ['the exit code of the United States', '011 44 7400 123456', '+1', '+447400123456'],
  ['the exit code of Australia', '0011 44 7400 123456', '+61', '+447400123456'],
  ['an exit code before the home country', '0011 61 491 570 156', '+61', '+61491570156'],
  ['an extension', '+1 202 555 0123 ext. 5', '+1', '+12025550123'],
  ['an extension of a national number', '(202) 555-0123 x5', '+1', '+12025550123'],
  ['a country code without its plus', '4915123456789', '+49', '+4915123456789'],
  ['a zero before a country code', '091 98765 43210', '+91', '+919876543210'],
  ['digits that only look like a country code', '9198765432', '+91', '+919198765432'],
  ['a Mexican form that ended in 2019', '+52 1 55 1234 5678', '+1', '+525512345678'],
  ['a Mexican national form that ended in 2019', '044 55 1234 5678', '+52', '+525512345678'],
  ['a full-width plus', '＋49 151 23456789', '+49', '+4915123456789'],
  ['a landline', '030 123456', '+49', '+4930123456'],
  ['nothing', '', '+1', null],
])('PHONE-12 the intended number is recognized: %s', (_case, typed, country, e164) => {
  expect(asTyped(typed, country, OFFERED).e164).toBe(e164)
})

/** A number as people and address books write it. */
const WRITTEN: Record<string, (example: NonNullable<ReturnType<typeof getExampleNumber>>) => string> = {
  'with a plus': ({ number }) => number,
  'in groups': (example) => example.formatInternational(),
  'with two zeros': ({ number }) => number.replace('+', '00'),
  'without a plus': ({ number }) => number.slice(1),
  'in national form': (example) => example.formatNational(),
  'in national form without its prefix': ({ nationalNumber }) => nationalNumber,
  'with thin spaces': (example) => example.formatInternational().replaceAll(' ', '\u2009'),
  'in Arabic digits': ({ number }) => number.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  'with an extension': (example) => `${example.formatInternational()} ext. 12`,
}

test.each(Object.entries(WRITTEN))(
  'PHONE-12 a mobile number of any country is recognized %s, and when its shown form is typed again',
  (_how, write) => {
    const countries = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? [])
    expect(countries.length).toBeGreaterThan(240)
    for (const example of countries) {
      const code = `+${getCountryCallingCode(example.country!)}`
      const typed = asTyped(write(example), code, [code])
      expect([example.country, typed.e164]).toEqual([example.country, example.number])
      const again = asTyped(typed.number, typed.country, [code])
      expect([example.country, again.e164]).toEqual([example.country, example.number])
    }
  },
)
