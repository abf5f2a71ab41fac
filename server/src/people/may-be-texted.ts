import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { hasStoppedTexts } from './kept-opt-outs.ts'
import { isProvenByCall } from './people.sql.ts'

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
