import { expect, test } from 'vitest'
import { libphonenumberCheck } from './libphonenumber.adapter.ts'

const ownNumber = '+12025550100'
const countries = ['US', 'CA', 'AU', 'NZ', 'IN', 'FR', 'DE', 'SG']
const numbers = libphonenumberCheck({ countries, ownNumbers: [ownNumber] })

/** Test numbers. Where the regulator reserves numbers for fiction, the country's first one is such a number. */
test.each([
  ['AU', '+61491570156'],
  ['AU', '+61491570157'],
  ['AU', '+61491570006'],
  ['US', '+12025550123'],
  ['US', '+14155550199'],
  ['CA', '+16135550123'],
  ['DE', '+4915555501234'],
  ['DE', '+4917600000001'],
  ['NZ', '+64211234567'],
  ['IN', '+919876543210'],
  ['FR', '+33612345678'],
  ['SG', '+6591234567'],
])('PHONE-11 a person in %s can be called at %s', (country, e164) => {
  expect(numbers.check(e164)).toEqual({ outcome: 'ok', e164, country })
})

test.each([
  ['Illinois, since 2023', '+18612345678', 'US'],
  ['Ohio, since 2024', '+14362345678', 'US'],
  ['an unassigned area code', '+13572345678', 'US'],
  ['mobile numbers in France', '+33712345678', 'FR'],
])('PHONE-11 a range newer than our numbering plan is left to the carrier: %s', (_where, e164, country) => {
  expect(numbers.check(e164)).toEqual({ outcome: 'ok', e164, country, isNewRange: true })
})

test('PHONE-11 a zero typed after the country code changes nothing', () => {
  expect(numbers.check('+610491570156')).toEqual({ outcome: 'ok', e164: '+61491570156', country: 'AU' })
})

test.each([
  ['premium in the US', '+19005551234', 'kind'],
  ['premium in Australia', '+611900123456', 'kind'],
  ['premium in France', '+33892123456', 'kind'],
  ['premium in New Zealand', '+64900123456', 'kind'],
  ['premium in Latvia', '+37190012345', 'kind'],
  ['shared cost in Australia', '+611300123456', 'kind'],
  ['shared cost in Germany', '+491801234567', 'kind'],
  ['personal in the US', '+15005550006', 'kind'],
  ['a pager in Germany', '+491641234567', 'kind'],
  ['toll-free in the US', '+18005550199', 'kind'],
  ['toll-free in France', '+33801123456', 'kind'],
  ['over the internet in Australia', '+61147123456', 'kind'],
  ['a landline of Christmas Island, under +61', '+61891641234', 'country'],
  ['international premium', '+979123456789', 'kind'],
  ['satellite', '+881612345678', 'country'],
  ['Jamaica, under +1', '+18765551234', 'country'],
  ['the US Virgin Islands, under +1', '+13405551234', 'country'],
  ['Guernsey, under +44', '+447911123456', 'country'],
  ['Réunion', '+262692123456', 'country'],
  ['the Bahamas, unassigned', '+12425551234', 'not-in-use'],
  ['personal in the United Kingdom, too short', '+4470123456', 'not-in-use'],
  ['satellite, Inmarsat', '+870123456789', 'not-in-use'],
  ['an international network', '+88213123456', 'not-in-use'],
  ['another international network', '+8835100012345', 'not-in-use'],
  ['emergency in the US', '+1911', 'format'],
  ['emergency in Australia', '+61000', 'not-in-use'],
  ['emergency on mobiles', '+61112', 'not-in-use'],
  ['emergency in Europe', '+112', 'format'],
  ['a short number', '+6113123', 'not-in-use'],
  ['a fictional area code', '+15551234567', 'not-in-use'],
  ['a short code, not an exchange', '+12029112345', 'kind'],
  ['another short code', '+12024112345', 'kind'],
  ['information', '+12025551212', 'kind'],
  ['pay-per-call', '+12129762345', 'kind'],
  ['pay-per-call in Canada', '+16139762345', 'kind'],
  ['a personal area code missing from our plan', '+15502345678', 'not-in-use'],
  ["a carrier's own area code", '+17002345678', 'not-in-use'],
  ['the government of the United States', '+17102345678', 'not-in-use'],
  ['toll-free, with an area code missing from our plan', '+18892345678', 'not-in-use'],
  ['an area code that is a short code', '+15112345678', 'not-in-use'],
  ['an invalid area code', '+12912345678', 'not-in-use'],
  ['in a new area, with an invalid exchange', '+18611234567', 'not-in-use'],
  ['in a new area, with nine digits', '+1861234567', 'not-in-use'],
  ['Barbados, in an exchange missing from our plan', '+12461234567', 'not-in-use'],
  ['a digit too many', '+491555555012345', 'not-in-use'],
  ['a digit missing', '+491555550123', 'not-in-use'],
  ['a country code that does not exist', '+9991234567', 'not-in-use'],
  ['with an extension', 'tel:+61491570156;ext=3', 'format'],
  ['with an extension in words', '+61491570156 ext. 3', 'format'],
  ['the number we call from', ownNumber, 'own-number'],
  ['the number we call from, with a trunk digit', '+112025550100', 'own-number'],
])('S34 PHONE-11 nobody is called at a number that is %s', (_case, phone, reason) => {
  expect(numbers.check(phone)).toMatchObject({ outcome: 'refused', reason })
})

test.each([
  ['Australia', '+61212345678'],
  ['India', '+911234567890'],
  ['Germany', '+493012345678'],
])('PHONE-11 a landline in %s may be called, but takes no texts', (_where, phone) => {
  expect(numbers.check(phone)).toMatchObject({ outcome: 'ok', isLandline: true })
})

test('PHONE-11 the settings allow a country, not its calling code', () => {
  const justJamaica = libphonenumberCheck({ countries: ['JM'], ownNumbers: [ownNumber] })
  expect(justJamaica.check('+18765551234')).toMatchObject({ outcome: 'ok', country: 'JM' })
  expect(justJamaica.check('+12025550123')).toMatchObject({ outcome: 'refused', reason: 'country' })
})

test('PHONE-1 each country in the settings is offered with its calling code, in their order', () => {
  expect(libphonenumberCheck({ countries: ['GB', 'CA', 'JM'], ownNumbers: [ownNumber] }).countries).toEqual([
    { code: 'GB', callingCode: '+44' },
    { code: 'CA', callingCode: '+1' },
    { code: 'JM', callingCode: '+1' },
  ])
})

test('a country that does not exist stops the start and names its setting', () => {
  expect(() => libphonenumberCheck({ countries: ['US', 'UK'], ownNumbers: [ownNumber] })).toThrow(
    /CALL_COUNTRIES names UK/,
  )
})

test('PHONE-11 each refusal tells the person what to do', () => {
  const words = (phone: string) => {
    const checked = numbers.check(phone)
    return checked.outcome === 'refused' ? checked.message : null
  }
  expect(words('12345')).toBe('Phone number must include country code and at least 5 digits')
  expect(words('0491570156')).toBe('Phone number must be in E.164 format (e.g., +1234567890)')
  expect(words('+12425551234')).toBe('Invalid phone number. Please check the digits and the country code.')
  expect(words('+611900123456')).toBe("We can't call this kind of number. Please enter another one.")
  expect(words('+18765551234')).toBe("We can't call numbers in this country yet.")
  expect(words(ownNumber)).toBe('This is the number we call from. Please enter your own.')
})
