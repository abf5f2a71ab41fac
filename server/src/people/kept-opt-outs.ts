import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { keyedHash } from '../platform/secrets.ts'
import { findStopped, recallOptOuts, removeTextsStopped } from './opt-outs.sql.ts'
import { isProvenByCall } from './people.sql.ts'

type Keyed = Pick<Config, 'optOutSecret'>

/** What is kept of a deleted account's number: enough to recognise it, not to read it. */
export function hashOfPhone({ optOutSecret }: Keyed, phone: string): string {
  return keyedHash(optOutSecret, 'opted-out phone', phone)
}

/** Whether the holder of this number stopped our texts (CALL-9). Asking turns no kept hash into a number (S73). */
export const hasStoppedTexts = (db: Database, config: Keyed, phone: string): Promise<boolean> =>
  findStopped(db, 'texts', { phone, phoneHash: hashOfPhone(config, phone) })

/** The same for our calls (CALL-7). */
export const hasStoppedCalls = (db: Database, config: Keyed, phone: string): Promise<boolean> =>
  findStopped(db, 'calls', { phone, phoneHash: hashOfPhone(config, phone) })

/** The holder of this number wants our texts again. */
export const startTexts = (db: Database, config: Keyed, phone: string): Promise<void> =>
  removeTextsStopped(db, phone, hashOfPhone(config, phone))

/** When a number is proven again, what its holder stopped under a deleted account stays stopped (S38). */
export function recallStopped(db: Database, config: Keyed, phone: string): Promise<void> {
  return recallOptOuts(db, phone, hashOfPhone(config, phone))
}

/**
 * Whether a text that nobody just asked for may go to this number: texts are on, its holder did not stop them (CALL-9), and it is no number that a
 * call alone proved, which may be a landline (PHONE-11). A code goes wherever it is asked for.
 */
export async function mayBeTexted(
  db: Database,
  config: Pick<Config, 'optOutSecret' | 'texts'>,
  phone: string,
): Promise<boolean> {
  return config.texts && !(await hasStoppedTexts(db, config, phone)) && !(await isProvenByCall(db, phone))
}
