import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for a cookie: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What the database stores of a random secret; a thief of the table can't use it. */
export function hashOfSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** The secret that signs, and one that is still accepted while it is rotated (docs/operations.md). */
export type Generations = { sessionSecret: string; sessionSecretPrevious: string | null }

/** Tries both secrets even if the first matches, to take constant time. */
export function isOfEither(
  { sessionSecret, sessionSecretPrevious }: Generations,
  given: string,
  made: (secret: string) => string,
): boolean {
  const ofCurrent = isSameSecret(given, made(sessionSecret))
  const ofPrevious = isSameSecret(given, made(sessionSecretPrevious ?? sessionSecret))
  return ofCurrent || ofPrevious
}

/** For what's short enough to find with a million guesses, if they need no key. `use` separates keys. */
export function keyedHash(secret: string, use: string, value: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `reveille ${use}`, 32))
  return createHmac('sha256', key).update(value).digest('base64url')
}
