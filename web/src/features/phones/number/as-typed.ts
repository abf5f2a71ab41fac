import { AsYouType, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A calling code such as '+61', and the number as it's written in that country. */
export type TypedNumber = { country: string; number: string }

/**
 * What the fields show for what was typed or pasted: grouped as usual in the country, which a whole number chooses by
 * itself as far as it's on offer.
 */
export function asTyped(typed: string, country: string, offered: readonly string[]): TypedNumber {
  const whole = wholeNumber(typed, country)
  if (whole === null) return { country, number: new AsYouType(defaultCode(country)).input(typed) }
  if (whole.parsed?.isPossible() !== true) return { country, number: new AsYouType().input(whole.written) }
  const code = `+${whole.parsed.countryCallingCode}`
  if (!offered.includes(code)) return { country, number: whole.parsed.formatInternational() }
  return { country: code, number: whole.parsed.formatNational() }
}

/** Written with its country's code: after a plus or two zeros, or after nothing, as some address books do. */
function wholeNumber(typed: string, country: string) {
  const written = typed.trim().replace(/^00(?=[1-9])/, '+')
  const digits = written.replaceAll(/\D/g, '')
  const parsed = parsePhoneNumberFromString(written, defaultCode(country))
  const repeats = parsed !== undefined && `+${digits}` === parsed.number && digits.startsWith(country.slice(1))
  return written.startsWith('+') || repeats ? { written, parsed } : null
}

const defaultCode = (country: string) => ({ defaultCallingCode: country.slice(1) })
