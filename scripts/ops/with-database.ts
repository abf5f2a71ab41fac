import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../server/src/platform/config/config.ts'
import { asDatabaseError, DatabaseUnavailableError } from '../../server/src/platform/database/database-unavailable.ts'
import type { DatabaseConnection } from '../../server/src/platform/database/database.ts'
import { openDatabaseFor } from '../../server/src/platform/database/open-database.ts'
import { onStop, StartRefusedError } from '../../server/src/platform/process/start-and-stop.ts'

/** Whether there's a database: a configured one, or the one that the first start made in DATA_DIR. */
export const hasDatabase = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean =>
  databaseUrl !== null || existsSync(path.join(dataDir, 'postgres'))

/** For commands about an installation: throws StartRefusedError where none has ever started. */
export function demandDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (!hasDatabase(config))
    throw new StartRefusedError(
      `${path.resolve(config.dataDir)} has no database. Set DATA_DIR to the value that you start Reveille with.`,
    )
}

/**
 * Runs a command's work on the configured database. Connects to the embedded one if the product runs, and starts it
 * otherwise. Closes it afterwards, even when the command is interrupted.
 */
export async function withDatabase<T>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Logger,
  work: (connection: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const opening = openDatabaseFor(config, log, { besideOwner: true })
  let ending: Promise<never> | null = null
  using _ = onStop((exitCode) => {
    log.level = 'silent' // errors of the closing database are expected
    ending = opening
      .then((database) => database.stop())
      .catch(() => undefined)
      .then(() => process.exit(exitCode))
  })
  const database = await opening
  try {
    return await work(database.connection)
  } catch (error) {
    if (!(error instanceof Error && asDatabaseError(error) instanceof DatabaseUnavailableError)) throw error
    throw new StartRefusedError(`The database became unavailable before this was done (${error.message}): try again.`)
  } finally {
    await (ending ?? database.stop())
  }
}
