import path from 'node:path'
import { sql } from 'kysely'
import { startSandboxProcess } from '../../scripts/sandbox-process.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openDatabase, type Database } from '../../server/src/platform/database/database.ts'
import { SUPERUSER } from '../../server/src/platform/database/embedded/home.ts'
import { installedPlace, removePlace, startProduct, type Place, type Product } from '../processes.ts'
import { waitFor } from './wait.ts'

/**
 * An installation of the product that restarts on one data folder and its ports. Its carrier has its own process, which
 * survives kills of the product.
 */
export type Installation = {
  place: Place
  /** Direct access to its embedded database, to read it and to insert calls that no form would accept. */
  db: Database
  start(): Promise<Product>
  /** Waits until the database answers, even after it was killed. */
  databaseAnswers(): Promise<void>
  /** Kills what still runs and deletes its data. */
  [Symbol.asyncDispose](): Promise<void>
}

/** At a new place, with the database of a first start if one is prepared. */
export const newInstallation = async (env: Readonly<Record<string, string>> = {}): Promise<Installation> =>
  installationAt(await installedPlace({ LOG_LEVEL: 'warn', ...env }))

export async function installationAt(place: Place): Promise<Installation> {
  const db = openDatabase({ host: path.join(place.dataDir, 'postgres.socket'), user: SUPERUSER, database: 'postgres' })
  const started: Product[] = []
  const config = loadConfig(place.env)
  const carrier = await startSandboxProcess(config, config.sandbox!)
  return {
    place,
    db,
    async start() {
      const product = await startProduct(place)
      started.push(product)
      return product
    },
    async databaseAnswers() {
      const poll = () =>
        sql`select 1`.execute(db).then(
          () => true,
          () => null,
        )
      await waitFor('a response from the database', poll, { withinMs: 60_000, everyMs: 100 })
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      for (const product of started) await product.killEverything()
      await carrier.stop()
      await removePlace(place)
    },
  }
}
