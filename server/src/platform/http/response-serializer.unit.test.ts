import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { writeAnswers } from './response-serializer.ts'

const Person = z.object({
  id: z.int().check(z.positive()),
  name: z.nullable(z.string()),
  since: z.iso.datetime(),
  nick: z.optional(z.string()),
  kind: z.enum(['sleeper', 'riser']),
  home: z.nullable(z.object({ zone: z.string() })),
})
const person = { id: 7, name: null, since: '2027-01-15T05:30:00.000Z', kind: 'riser', home: { zone: 'Europe/Berlin' } }

const written = (schema: z.ZodMiniType, answer: unknown) =>
  JSON.parse(writeAnswers({ schema, method: 'GET', url: '/' })(answer)) as unknown

test('API-5 a response is serialized unchanged, even when an optional field is missing', () => {
  const other = { ...person, name: 'Ada "\n', nick: 'a', home: null }
  expect(written(z.array(Person), [person, other])).toEqual([person, other])
  expect(written(z.nullable(Person), null)).toBeNull()
})

test("S26 fields missing from the response's schema are dropped, at any depth", () => {
  const told = { ...person, password: 'x', home: { zone: 'UTC', street: 'x' } }
  expect(written(Person, told)).toEqual({ ...person, home: { zone: 'UTC' } })
})

test('a response without a schema is passed on whole', () => {
  const puzzle = { challenge: 'abc', parameters: { cost: 5 } }
  expect(written(z.looseObject({}), puzzle)).toEqual(puzzle)
})

test('a response without a required field is an error, not half a response', () => {
  expect(() => written(Person, { ...person, since: undefined })).toThrow('since')
})
