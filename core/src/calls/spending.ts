/** A block is all numbers that differ only in this many last digits; a bulk caller would use such a range. */
export const DIGITS_IN_BLOCK = 4

/** The common prefix of a block's numbers, which is also its key. */
export const blockOf = (phone: string): string => phone.slice(0, -DIGITS_IN_BLOCK)

/** Whose budgets a number spends: its own, its block's and its country's; a new range's as well where it's in one. */
export function spendersOf({ e164, country, isNewRange }: { e164: string; country: string; isNewRange?: boolean }) {
  const numbers = blockOf(e164)
  const newRange = isNewRange === true && { newNumbers: numbers, newRange: e164.slice(0, DIGITS_OF_RANGE) }
  return { number: e164, numbers, country, ...newRange }
}

/** A plus, a country code and an area or operator: what a regulator opens at once. */
const DIGITS_OF_RANGE = 5

/** Calls of the last hour, by spending scope. */
export type SpentCalls = { userId: number; block: string; country: string; calls: number }

/** The most calls expected in an hour; more means that somebody is spending our money. */
export type MostCalls = { person: number; block: number; country: number; all: number }

/** Where too many calls were made: `scope` is the key that a call is checked by before it is dialled. */
export type Overspent = { scope: string; what: 'person' | 'block' | 'country' | 'all'; calls: number }

/** Everything. */
export const EVERYWHERE = 'all'
/** The calls of one account, whatever its current number. */
export const scopeOfPerson = (userId: number): string => `user ${userId}`

/** Scopes with more calls in an hour than expected. A country stands for its blocks that were called. */
export function overspentBy(spent: readonly SpentCalls[], most: MostCalls): Overspent[] {
  const byPerson = total(spent, ({ userId }) => scopeOfPerson(userId))
  const byBlock = total(spent, ({ block }) => block)
  const byCountry = total(spent, ({ country }) => country)
  const overall = total(spent, () => EVERYWHERE)
  const above = (sums: Map<string, number>, limit: number) => [...sums].filter(([, calls]) => calls > limit)
  const countries = new Map(above(byCountry, most.country))
  const inThem = new Map(
    spent.filter(({ country }) => countries.has(country)).map(({ block, country }) => [block, countries.get(country)!]),
  )
  const named = (what: Overspent['what'], sums: Iterable<[string, number]>): Overspent[] =>
    Array.from(sums, ([scope, calls]) => ({ scope, what, calls }))
  return [
    ...named('all', above(overall, most.all)),
    ...named('country', inThem),
    ...named(
      'block',
      above(byBlock, most.block).filter(([block]) => !inThem.has(block)),
    ),
    ...named('person', above(byPerson, most.person)),
  ]
}

function total(spent: readonly SpentCalls[], key: (calls: SpentCalls) => string): Map<string, number> {
  const sums = new Map<string, number>()
  for (const entry of spent) sums.set(key(entry), (sums.get(key(entry)) ?? 0) + entry.calls)
  return sums
}
