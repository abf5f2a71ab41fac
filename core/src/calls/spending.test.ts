import { expect, test } from 'vitest'
import { blockOf, overspentBy, type SpentCalls } from './spending.ts'

const most = { person: 10, block: 20, country: 30, all: 40 }
const calls = (userId: number, block: string, country: string, count: number): SpentCalls => ({
  userId,
  block,
  country,
  calls: count,
})

test('S35 numbers that differ only in their last four digits are one block', () => {
  const one = blockOf('+12025550143')
  expect(['+12025550000', '+12025559999', '+12025560143'].map((phone) => blockOf(phone) === one)).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['nobody at the expected number', [calls(1, '+1202555', 'US', 10), calls(2, '+1202555', 'US', 10)], []],
  ['one account', [calls(1, '+1202555', 'US', 6), calls(1, '+1202556', 'US', 5)], [['user 1', 'person', 11]]],
  [
    'one block of numbers',
    [calls(1, '+1202555', 'US', 9), calls(2, '+1202555', 'US', 9), calls(3, '+1202555', 'US', 9)],
    [['+1202555', 'block', 27]],
  ],
  [
    'one country, in every block that was called',
    [1, 2, 3, 4].map((n) => calls(n, `+120255${n}`, 'US', 8)),
    [1, 2, 3, 4].map((n) => [`+120255${n}`, 'country', 32]),
  ],
  [
    'one block that is its whole country, reported once',
    [1, 2, 3, 4].map((n) => calls(n, '+1202555', 'US', 9)),
    [['+1202555', 'country', 36]],
  ],
  [
    'everybody together',
    ['US', 'DE', 'FR', 'AU', 'NZ'].map((country, n) => calls(n, `+${n}`, country, 9)),
    [['all', 'all', 45]],
  ],
])('S35 too many calls in an hour stop %s', (_case, spent, expected) => {
  const found = overspentBy(spent, most).map(({ scope, what, calls: count }) => [scope, what, count])
  expect(found).toEqual(expected)
})
