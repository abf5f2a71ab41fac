import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

type Serializer = (answer: unknown) => string

/** By schema: a process that serves several installations, as tests do, compiles each once. */
const compiled = new WeakMap<z.ZodMiniType, Serializer>()

/**
 * Serializes responses by their schema, as Fastify does: unnamed fields are left out. Doesn't validate the values,
 * which took a quarter of the time of a history page. Compiles on first use, to keep startup fast.
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

/** 'openapi-3.0' writes `nullable`, which serializes without trying each branch. */
function shapeOf(schema: z.ZodMiniType): Schema {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    override: ({ jsonSchema }) => {
      // The serializer ignores constraints on values, and doesn't know this dialect's.
      for (const limit of ['exclusiveMinimum', 'pattern'] as const) delete jsonSchema[limit]
      if (jsonSchema.format !== 'date-time') delete jsonSchema.format // an instant has no quotes to escape
    },
  }) as Schema
}
