import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for a cookie: 256 bits from the system's cryptographic source (S15). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** How long the answer takes says nothing of where two differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** What the database keeps of a secret with that much chance in it: nothing that could be sent back to us. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * What the database keeps of something short that people type: without our key a million guesses find it, with it
 * nothing does (S7). `use` keeps the keys of different uses apart.
 */
export function keyedHash(secret: string, use: string, value: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `reveille ${use}`, 32))
  return createHmac('sha256', key).update(value).digest('base64url')
}
