import type { Config } from '../config/config.ts'
import { keyedHash } from '../secrets.ts'
import { networkOf } from './subnet.ts'

/** So many can be told apart: their counts fit into a few megabytes, however many an attacker makes up (S55). */
const BUCKETS = 16_384

type Keyed = Pick<Config, 'sessionSecret'>

/**
 * Under what something that a stranger chooses is counted in the database. Two may share a bucket, and with it a
 * limit. Without our key nobody can tell which two, so none can be singled out and kept away.
 */
export function bucketOf({ sessionSecret }: Keyed, what: string): string {
  return String(Buffer.from(keyedHash(sessionSecret, 'bucket', what), 'base64url').readUInt32BE() % BUCKETS)
}

/** The bucket of the network that an IP address belongs to. */
export const networkBucket = (config: Keyed, ip: string): string => bucketOf(config, networkOf(ip))
