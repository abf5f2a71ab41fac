import type { Config } from '../config/config.ts'
import { keyedHash } from '../secrets.ts'

/** Their counts fit into a few megabytes, however many keys an attacker makes up (S55). */
export const BUCKETS = 16_384

type Keyed = Pick<Config, 'sessionSecret'>

/**
 * The bucket in which a key that a stranger chooses is counted. Two keys may share a bucket, and with it a limit. Without
 * our secret nobody can tell which, so nobody can be singled out and locked out.
 */
export function bucketOf({ sessionSecret }: Keyed, what: string): string {
  return String(Buffer.from(keyedHash(sessionSecret, 'bucket', what), 'base64url').readUInt32BE() % BUCKETS)
}
