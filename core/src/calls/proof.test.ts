import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { covers, newTasks, PROOFS, solutionOf, type RandomInt, type Task } from './proof.ts'

const anyRandom: fc.Arbitrary<RandomInt> = fc
  .array(fc.nat({ max: 1_000_000 }), { minLength: 3, maxLength: 3 })
  .map((numbers) => {
    const left = [...numbers]
    return (below) => left.shift()! % below
  })

const first: RandomInt = () => 0
const last: RandomInt = (below) => below - 1

test('WAKE-16 a proof covers its own level and weaker ones, not stronger ones', () => {
  const covered = PROOFS.map((given) => PROOFS.filter((asked) => covers(given, asked)))
  expect(covered).toEqual([['gentle'], ['gentle', 'firm'], ['gentle', 'firm', 'strict']])
})

test('WAKE-6 gentle asks for no task: a key is enough', () => {
  expect(newTasks('gentle', first)).toEqual([])
})

test('WAKE-7 firm asks three times for three different digits that no finger types by accident', () => {
  fc.assert(
    fc.property(anyRandom, (random) => {
      const codes = newTasks('firm', random).map(solutionOf)
      expect(new Set(codes).size).toBe(3)
      for (const code of codes) {
        expect(code).toMatch(/^[1-9]{3}$/)
        expect(new Set(code).size).toBe(3)
        expect('123456789 987654321').not.toContain(code)
      }
    }),
  )
})

const isSum = (task: Task): task is Task & { kind: 'sum' } => task.kind === 'sum'

test('WAKE-9 strict asks for sums with a carry, and avoids numbers that sound like a teen', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyRandom, (random) => {
      const tasks = newTasks('strict', random)
      expect(new Set(tasks.map((task) => JSON.stringify(task))).size).toBe(3)
      expect(tasks.every(isSum)).toBe(true)
      for (const { a, b } of tasks.filter(isSum)) {
        expect([a >= 21 && a <= 29, b >= 3 && b <= 9]).toEqual([true, true])
        expect((a % 10) + b).toBeGreaterThanOrEqual(10)
        seen.add(`${a} and ${b}`)
      }
    }),
    { numRuns: 1_000 },
  )
  expect(seen.size).toBe(42)
  expect(solutionOf({ kind: 'sum', a: 26, b: 7 })).toBe('33')
})

test('WAKE-8 every code can occur', () => {
  const codes = new Set(Array.from({ length: 490 }, (_, index) => solutionOf(newTasks('firm', () => index)[0]!)))
  expect(codes.size).toBe(490) // three different digits make 504 codes, less 14 runs
  expect([first, last].map((random) => newTasks('firm', random).map(solutionOf))).toEqual([
    ['124', '125', '126'],
    ['986', '985', '984'],
  ])
})

test.each(['firm', 'strict'] as const)('WAKE-8 no answer of the previous call is asked for again: %s', (proof) => {
  fc.assert(
    fc.property(anyRandom, anyRandom, (random, again) => {
      const before = newTasks(proof, random)
      const answers = before.map(solutionOf)
      for (const task of newTasks(proof, again, before)) expect(answers).not.toContain(solutionOf(task))
    }),
  )
})
