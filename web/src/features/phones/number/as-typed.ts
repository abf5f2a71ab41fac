import { digitsIn, readableText } from '@reveille/core/people/typed-text'
import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/mobile'

/** A calling code such as '+61', the number as that country writes it, and its E.164 form; null while incomplete. */
export type TypedNumber = { country: string; number: string; e164: string | null }

/**
 * Formats typed or pasted input. A number with its country's code also selects that country, if offered. The number is
 * parsed here once; the formatted text is never parsed again.
 */
export function asTyped(typed: string, country: string, offered: readonly string[]): TypedNumber {
  const written = readableText(typed)
  const whole = wholeNumber(written, country)
  if (whole === null) {
    const national = parse(written, country)
    const number = new AsYouType(defaultCode(country)).input(
      national?.ext === undefined ? written : withoutExt(written),
    )
    return { country, number, e164: national?.number ?? null }
  }
  const { parsed } = whole
  if (parsed?.isPossible() !== true) {
    const typing = new AsYouType()
    const number = typing.input(whole.written)
    const code = `+${typing.getCallingCode()}`
    return { country: offered.includes(code) ? code : country, number, e164: parsed?.number ?? null }
  }
  const code = `+${parsed.countryCallingCode}`
  const isOffered = offered.includes(code)
  return {
    country: isOffered ? code : country,
    number: isOffered ? parsed.formatNational() : parsed.formatInternational(),
    e164: parsed.number,
  }
}

/** Written with a country's code: after a plus, the sign for international calls, or nothing, as some address books do. */
function wholeNumber(typed: string, country: string): { written: string; parsed: PhoneNumber | undefined } | null {
  const written = typed.trim()
  if (written.startsWith('+')) return { written, parsed: parse(written, country) }
  const afterZeros = /^00[1-9]/.test(written) ? wholeNumber(written.replace('00', '+'), country) : null
  if (afterZeros?.parsed?.isValid() === true) return afterZeros
  const dialled = dialledAbroad(written, country)
  if (dialled !== undefined) return { written: dialled.number, parsed: dialled }
  if (afterZeros !== null) return afterZeros
  // Some contacts have a zero before the country's code, which then must make a mobile number.
  const digits = digitsIn(written).replace(/^0+/, '')
  if (country === '' || !digits.startsWith(country.slice(1))) return null
  const [whole, national] = [parse(`+${digits}`, country), parse(written, country)]
  const isWhole = written.startsWith('0') ? whole?.isValid() : whole?.isPossible()
  if (!whole || !isWhole || (national?.isValid() === true && national.number !== whole.number)) return null
  return { written: whole.number, parsed: whole }
}

/** Dialed internationally, such as 011 44 … in the United States. */
function dialledAbroad(written: string, country: string): PhoneNumber | undefined {
  const digits = digitsIn(written)
  for (const from of getCountries()) {
    if (`+${getCountryCallingCode(from)}` !== country) continue
    const parsed = parsePhoneNumberFromString(written, { defaultCountry: from })
    const whole = parsed?.number.slice(1) ?? ''
    if (parsed?.isPossible() === true && digits.length > whole.length && digits.endsWith(whole)) return plain(parsed)
  }
  return undefined
}

/** Converts outdated formats, which address books still hold. */
function parse(written: string, country: string): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(written, defaultCode(country))
  if (parsed === undefined) return undefined
  const today = todaysForm(parsed)
  return today === parsed.number ? plain(parsed) : parsePhoneNumberFromString(today)
}

/** Until 2019 a mobile number in Mexico was written with a 1 after the country's code, and dialed with 044 or 045. */
function todaysForm({ number }: PhoneNumber): string {
  return number.replace(/^\+52(?:1|01|0?4[45])(?=\d{10}$)/, '+52')
}

/** Nobody can be woken at an extension. */
function plain(parsed: PhoneNumber): PhoneNumber {
  delete parsed.ext
  return parsed
}

const withoutExt = (written: string) => written.replace(/[^\d+()\s./-].*$/s, '')

const defaultCode = (country: string) => (country === '' ? undefined : { defaultCallingCode: country.slice(1) })
