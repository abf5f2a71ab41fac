import { listText, regionName } from '../browser/intl.ts'

export const countryName = (code: string): string => regionName(code) ?? code

/** 🇩🇪: the two letters as regional indicators. */
export const countryFlag = (code: string): string =>
  code.replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 65))

/** 'the United States, France and Singapore' */
export const countriesText = (codes: readonly string[]): string => listText('en-GB', codes.map(nameInText))

function nameInText(code: string): string {
  const name = countryName(code)
  return /^United |Islands$|Netherlands$|Philippines$|Republic$/.test(name) ? `the ${name}` : name
}
