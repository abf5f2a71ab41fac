import { expect, test } from 'vitest'
import { isFirmOffered } from './firm-offer.ts'
import type { RungOccurrence } from './progress.ts'
import type { Proof } from './proof.ts'

const NOW = Date.parse('2027-01-15T08:00:00Z')
const DAY_MS = 86_400_000

/** The outcomes of consecutive mornings, today last: a for answered, u for unconfirmed, m for missed. */
function mornings(outcomes: string, proof: Proof = 'gentle'): (RungOccurrence & { proof: Proof })[] {
  const names = { a: 'answered', u: 'unconfirmed', m: 'missed' } as const
  return [...outcomes].map((letter, index) => ({
    date: new Date(NOW - (outcomes.length - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    outcome: names[letter as keyof typeof names],
    proof,
  }))
}

const offered = (outcomes: string, proofs: Proof[] = ['gentle'], answeredAt: number | null = null) =>
  isFirmOffered({ rung: mornings(outcomes), proofs, answeredAt, now: NOW })

test.each([
  ['after an unconfirmed and a missed one of five mornings', 'aauam', true],
  ['after two missed mornings', 'mm', true],
  ['after two unconfirmed mornings', 'uu', true],
  ['not after one of five', 'aaaam', false],
  ['not once five answered mornings followed', 'uuaaaaa', false],
  ['not when only one of the last five counts', 'muaaaa', false],
  ['not before the first morning', '', false],
])('WAKE-17 three digits are offered %s', (_case, outcomes, expected) => {
  expect(offered(outcomes)).toBe(expected)
})

test('WAKE-17 a day counts by its best call, in any order', () => {
  const today = mornings('a').concat(mornings('m'), mornings('u'))
  const rung = [...mornings('maa'), ...today]
  for (const inAnyOrder of [rung, rung.toReversed()]) {
    expect(isFirmOffered({ rung: inAnyOrder, proofs: ['gentle'], answeredAt: null, now: NOW })).toBe(false)
  }
})

test('WAKE-17 the last five mornings are the latest by date, whatever order they come in', () => {
  for (const [outcomes, expected] of [
    ['mmaaaaa', false],
    ['aaaaamm', true],
  ] as const)
    for (const rung of [mornings(outcomes), mornings(outcomes).toReversed()])
      expect(isFirmOffered({ rung, proofs: ['gentle'], answeredAt: null, now: NOW })).toBe(expected)
})

test('WAKE-17 three digits are offered only when every proof is gentle', () => {
  expect(offered('mm', ['gentle', 'gentle'])).toBe(true)
  expect(offered('mm', ['gentle', 'firm'])).toBe(false)
  expect(offered('mm', ['strict'])).toBe(false)
  expect(offered('mm', [])).toBe(false)
})

test('WAKE-17 an answered offer comes back after two weeks', () => {
  expect(offered('mm', ['gentle'], NOW - 14 * DAY_MS + 1)).toBe(false)
  expect(offered('mm', ['gentle'], NOW - 14 * DAY_MS)).toBe(true)
})

test("WAKE-17 mornings that already asked for digits don't count, for the offer or against it", () => {
  const rung = mornings('uuu', 'firm')
  const shown = (mixed: typeof rung) => isFirmOffered({ rung: mixed, proofs: ['gentle'], answeredAt: null, now: NOW })
  expect(shown(rung)).toBe(false)
  const [gentle, firm] = [mornings('mmaaaaa').slice(0, 2), mornings('aaaaa', 'firm')]
  expect(shown([...gentle, ...firm])).toBe(true)
})
