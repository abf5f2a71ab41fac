/** E.164 as the carrier checks it: a plus, no leading zero, at most 15 digits. */
export const isPhoneNumber = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text)

const countries = [
  ['+1', 'US'],
  ['+33', 'FR'],
  ['+49', 'DE'],
  ['+60', 'MY'],
  ['+61', 'AU'],
  ['+64', 'NZ'],
  ['+65', 'SG'],
  ['+91', 'IN'],
] as const

/** The ISO 3166 code in the carrier's callbacks; empty if the sandbox doesn't know the calling code. */
export const countryOf = (number: string): string => countries.find(([code]) => number.startsWith(code))?.[1] ?? ''
