import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Database } from '../../server/src/platform/database/database.ts'
import { SUPERUSER } from '../../server/src/platform/database/embedded/cluster.ts'
import { newPlace, removePlace, startProduct, type Place, type Product } from '../processes.ts'
import { waitFor } from './wait.ts'

/** One installation of the product that is started, killed and restarted, on the same data and ports. */
export type Installation = {
  place: Place
  /** Its embedded database, bypassing the product: to insert calls that no form could, and to read. */
  db: Database
  start(): Promise<Product>
  /** Resolves when the database answers, also after its death. */
  databaseAnswers(): Promise<void>
  /** Kills whatever still runs and removes its data. */
  [Symbol.asyncDispose](): Promise<void>
}

export async function newInstallation(env: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const place = await newPlace({ LOG_LEVEL: 'warn', ...env })
  const db = openDatabase({ host: path.join(place.dataDir, 'postgres.socket'), user: SUPERUSER, database: 'postgres' })
  const started: Product[] = []
  return {
    place,
    db,
    async start() {
      const product = await startProduct(place)
      started.push(product)
      return product
    },
    async databaseAnswers() {
      const ask = () =>
        sql`select 1`.execute(db).then(
          () => true,
          () => null,
        )
      await waitFor('an answer of the database', ask, { withinMs: 60_000, everyMs: 100 })
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      // The carrier of the first run outlives it: each run's processes have a mark of their own.
      for (const product of started) await product.killEverything()
      await removePlace(place)
    },
  }
}
