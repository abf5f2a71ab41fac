/** The numbers that we call and text from (E.164), in the order of the settings. */
export type CallerNumbers = readonly [string, ...string[]]

/**
 * The one that somebody gets who has none of them yet: the first of their own country, which costs them nothing to call
 * back and looks familiar; otherwise the first. `countryOf` answers null for a number of no country.
 */
export function chooseCallerNumber(
  numbers: CallerNumbers,
  phone: string,
  countryOf: (phone: string) => string | null,
): string {
  const country = countryOf(phone)
  return (country === null ? undefined : numbers.find((number) => countryOf(number) === country)) ?? numbers[0]
}
