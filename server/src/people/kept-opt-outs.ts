import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { keyedHash } from '../platform/secrets.ts'
import { recallOptOuts } from './opt-outs.sql.ts'

/** What is kept of a deleted account's number: enough to recognise it, not to read it. */
export function hashOfPhone({ optOutSecret }: Pick<Config, 'optOutSecret'>, phone: string): string {
  return keyedHash(optOutSecret, 'opted-out phone', phone)
}

/** When a number appears again, what its holder stopped under a deleted account stays stopped (S38). */
export function recallStopped(db: Database, config: Pick<Config, 'optOutSecret'>, phone: string): Promise<void> {
  return recallOptOuts(db, phone, hashOfPhone(config, phone))
}
