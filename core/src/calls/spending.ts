/** A block is all numbers that differ only in their last digits, this many. Toll fraud uses such ranges. */
export const DIGITS_IN_BLOCK = 4

/** The prefix that a block's numbers share is its key. */
export const blockOf = (phone: string): string => phone.slice(0, -DIGITS_IN_BLOCK)

/** The budgets that a number spends: its own, its block's, its country's, and its range's if the range is new. */
export function numberBudgetKeys(number: { e164: string; country: string; isNewRange?: boolean }) {
  const { e164, country } = number
  const numbers = blockOf(e164)
  const newRange = number.isNewRange === true && { newNumbers: numbers, newRange: e164.slice(0, DIGITS_OF_RANGE) }
  return { number: e164, numbers, country, ...newRange }
}

/** A plus, the country code and an area or operator: the size of a range that a regulator opens at once. */
const DIGITS_OF_RANGE = 5

/** Calls of the last hour. */
export type SpentCalls = { userId: number; block: string; country: string; calls: number }

/** The most calls expected in an hour. More of them look like toll fraud. */
export type MostCalls = { person: number; block: number; country: number; all: number }

/** A scope with too many calls. `scope` is the key by which calls are checked before dialing. */
export type Overspent = { scope: string; what: 'person' | 'block' | 'country' | 'all'; calls: number }

export const EVERYWHERE = 'all'
/** By account, since its number may change. */
export const scopeOfPerson = (userId: number): string => `user ${userId}`

/** Scopes with more calls in an hour than expected. A country is reported as each of its blocks that was called. */
export function overspentBy(spent: readonly SpentCalls[], most: MostCalls): Overspent[] {
  const above = (what: Overspent['what'], limit: number, key: (entry: SpentCalls) => string): Overspent[] =>
    [...Map.groupBy(spent, key)]
      .map(([scope, entries]) => ({ scope, what, calls: entries.reduce((sum, { calls }) => sum + calls, 0) }))
      .filter(({ calls }) => calls > limit)
  const countries = new Map(above('country', most.country, ({ country }) => country).map((all) => [all.scope, all]))
  const blocksOver = new Map(
    spent.flatMap(({ block, country }) => {
      const all = countries.get(country)
      return all === undefined ? [] : [[block, { ...all, scope: block }]]
    }),
  )
  return [
    ...above('all', most.all, () => EVERYWHERE),
    ...blocksOver.values(),
    ...above('block', most.block, ({ block }) => block).filter(({ scope }) => !blocksOver.has(scope)),
    ...above('person', most.person, ({ userId }) => scopeOfPerson(userId)),
  ]
}
