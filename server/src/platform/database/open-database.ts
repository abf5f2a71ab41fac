import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { checkDatabaseUrl } from './database-url.ts'
import type { DatabaseConnection } from './database.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'

/**
 * The database of the settings: the one that DATABASE_URL names, else a private one in the data folder. `besideOwner`
 * is for tools: the private one may be another process's.
 */
export async function openDatabaseFor(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  { besideOwner = false } = {},
): Promise<{ connection: DatabaseConnection; stop(): Promise<void> }> {
  if (databaseUrl !== null) return { connection: await checkDatabaseUrl(databaseUrl), stop: async () => undefined }
  return startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log, besideOwner })
}
