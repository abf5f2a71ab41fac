import * as z from 'zod/mini'
import type { Refusal } from './errors.ts'

const TAG = '(?:W/)?"[!#-~\\x80-\\xff]*"'
const CONDITION = new RegExp(`^(?:\\*|(?:,[ \\t]*)*${TAG}(?:[ \\t]*,(?:[ \\t]*${TAG})?)*)$`)
const MALFORMED = 'If-Match takes the version that you saw, in quotes: If-Match: "3".'

/** The versions that a request may change; undefined for any. */
export type Expected = readonly string[] | undefined

/** Optional (RFC 9110, 13.1.1): a client that sends the version it read changes no other. */
export const IfMatch = z.looseObject({
  'if-match': z.optional(
    z.pipe(
      z.string().check(z.regex(CONDITION, MALFORMED)),
      z.transform((condition): Expected =>
        condition === '*' ? undefined : [...condition.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(strongTag),
      ),
    ),
  ),
})

/** A weak tag never matches. */
const strongTag = ([, weak, tag = '']: RegExpMatchArray): string[] => (weak === undefined ? [tag] : [])

export const isStale = (version: number, expected: Expected): boolean =>
  expected !== undefined && !expected.includes(String(version))

export const changedElsewhere: Refusal = {
  status: 409,
  reason: 'changed-elsewhere',
  message: 'This was changed on another device. Nothing was saved.',
}
