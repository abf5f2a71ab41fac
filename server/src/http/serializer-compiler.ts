import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'

/**
 * Answers hold what their schema names and nothing else, whatever a row brings along. By parsing: no schema of an answer
 * changes what it is given, and the library's own way, encoding, takes half as long again.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (answer) =>
    JSON.stringify(z.parse(schema, answer))
