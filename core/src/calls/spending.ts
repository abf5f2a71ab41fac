/** A block is the numbers that differ in so many last digits only, as a sender of thousands would use. */
export const DIGITS_IN_BLOCK = 4

/** What all numbers of a block have in common, and what it is called by. */
export const blockOf = (phone: string): string => phone.slice(0, -DIGITS_IN_BLOCK)

/** Calls of the last hour, by what may be spent on. */
export type SpentCalls = { userId: number; block: string; country: string; calls: number }

/** So many calls an hour are expected at most; one more and somebody is spending our money (S35). */
export type MostCalls = { person: number; block: number; country: number; all: number }

/** Where too many calls were made: `scope` is what a call is looked up by before it is dialled. */
export type Overspent = { scope: string; what: 'person' | 'block' | 'country' | 'all'; calls: number }

/** Of everything. */
export const EVERYWHERE = 'all'
/** The calls of one account, whatever its number is now. */
export const scopeOfPerson = (userId: number): string => `user ${userId}`

/** Where more calls were made in an hour than are expected. A country stands for the blocks of it that were called. */
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
