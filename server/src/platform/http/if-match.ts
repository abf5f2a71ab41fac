import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { refusal } from './errors.ts'

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

/** Weak, since a proxy may compress the answer. */
export const tagOf = (text: string): string => `W/"${createHash('sha256').update(text).digest('base64url')}"`

/** RFC 9110, 13.1.2: compared weakly. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false
}

export const changedElsewhere = refusal(
  409,
  'changed-elsewhere',
  'This was changed on another device. Nothing was saved.',
)
