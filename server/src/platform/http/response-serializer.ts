import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

type Serializer = (answer: unknown) => string

/** By schema: a process that serves several installations, as tests do, compiles each once. */
const compiled = new WeakMap<z.ZodMiniType, Serializer>()

/**
 * Serializes responses by the shape of their schema, as Fastify does: what it does not name is left out. Values are not
 * validated again: the compiler checks them, and input was validated; doing it for each row of a page of the history
 * took a quarter of its time. Compiled by the first answer of its kind, so that a start does not wait for all of them.
 */
export const writeAnswers: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (answer) =>
    serializerFor(schema)(answer)

function serializerFor(schema: z.ZodMiniType): Serializer {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const serializer: Serializer = fastJson(shapeOf(schema))
  compiled.set(schema, serializer)
  return serializer
}

/** 'openapi-3.0' says `nullable`, which is serialized without trying one branch after the other. */
function shapeOf(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => {
      // Constraints on values are no part of a shape, and the serializer does not know this dialect's.
      for (const limit of ['exclusiveMinimum', 'pattern'] as const) delete jsonSchema[limit]
      if (jsonSchema.format !== 'date-time') delete jsonSchema.format // an instant has no quotes to escape
    },
  }) as Schema
}
