import type { Config } from '../platform/config/config.ts'
import { keyedHash } from '../platform/secrets.ts'

/**
 * Four digits in an announcement that a SKIP of this call must repeat: a text's sender can be forged, and only whoever
 * holds the phone reads what we sent there (S75).
 */
export function skipCode({ sessionSecret }: Pick<Config, 'sessionSecret'>, occurrenceId: number): string {
  const drawn = Buffer.from(keyedHash(sessionSecret, 'skip by text', String(occurrenceId)), 'base64url').readUInt32BE()
  return String(drawn % 10_000).padStart(4, '0')
}
