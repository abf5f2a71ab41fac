import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rotation, variant } from './variants.ts'

const list = (length: number) => Array.from({ length }, (_, index) => index)

test('CALL-6 every line is heard once before any repeats, for everybody and from any morning on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.string(), fc.nat({ max: 40_000 }), (count, seed, morning) => {
      const heard = list(count).map((day) => variant(list(count), morning + day, seed))
      expect(new Set(heard).size).toBe(count)
    }),
  )
})

test('CALL-6 people hear the lines in different orders, not just from different starts', () => {
  const people = list(200).map(String)
  const year = (seed: string) => list(9).map((day) => variant(list(9), day, seed))
  expect(new Set(people.map((seed) => year(seed)[0])).size).toBe(9)
  expect(new Set(people.map((seed) => (year(seed)[1]! - year(seed)[0]! + 9) % 9)).size).toBe(6) // 1, 2, 4, 5, 7 and 8
})

test('CALL-6 goals take turns, and each counts its own mornings', () => {
  const goals = ['run', 'read', 'rest']
  const days = list(6).map((day) => rotation(goals, day))
  expect(days.map(({ item }) => item)).toEqual(['run', 'read', 'rest', 'run', 'read', 'rest'])
  expect(days.map(({ round }) => round)).toEqual([0, 0, 0, 1, 1, 1])
  expect(rotation(goals, 5, 1)).toEqual({ item: 'run', round: 1 })
})

test('CALL-6 a slot without variants throws', () => {
  expect(() => variant([], 1, 'seed')).toThrow('a slot without variants')
  expect(() => rotation([], 1)).toThrow('nothing to choose from')
})
