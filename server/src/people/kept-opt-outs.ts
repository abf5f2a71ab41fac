import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { keyedHash } from '../platform/secrets.ts'
import { findStopped, recallOptOuts, removeTextsStopped } from './opt-outs.sql.ts'
import { isProvenByCall } from './people.sql.ts'

type Keyed = Pick<Config, 'optOutSecret'>

/** What we keep of a deleted account's number: enough to recognize it, not to read it. */
export function hashOfPhone({ optOutSecret }: Keyed, phone: string): string {
  return keyedHash(optOutSecret, 'opted-out phone', phone)
}

/** Whether the number's owner stopped our texts. Reading never turns a stored hash into a number. */
export const hasStoppedTexts = (db: Database, config: Keyed, phone: string): Promise<boolean> =>
  findStopped(db, 'texts', { phone, phoneHash: hashOfPhone(config, phone) })

/** Whether the number's owner stopped our calls. */
export const hasStoppedCalls = (db: Database, config: Keyed, phone: string): Promise<boolean> =>
  findStopped(db, 'calls', { phone, phoneHash: hashOfPhone(config, phone) })

export const startTexts = (db: Database, config: Keyed, phone: string): Promise<void> =>
  removeTextsStopped(db, phone, hashOfPhone(config, phone))

/** When a number is verified again, stops from a deleted account still apply. */
export function recallStopped(db: Database, config: Keyed, phone: string): Promise<void> {
  return recallOptOuts(db, phone, hashOfPhone(config, phone))
}

/**
 * Whether we may send a text that nobody just requested: texts are on, the owner didn't stop them, and a text has
 * reached the number. One proven only by a call may be a landline. A code goes wherever it is requested.
 */
export async function mayBeTexted(
  db: Database,
  config: Pick<Config, 'optOutSecret' | 'texts'>,
  phone: string,
): Promise<boolean> {
  return config.texts && !(await hasStoppedTexts(db, config, phone)) && !(await isProvenByCall(db, phone))
}
