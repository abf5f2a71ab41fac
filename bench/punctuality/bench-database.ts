import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase, type Database, type DatabaseConnection } from '../../server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'

export type BenchDatabase = {
  folder: string
  connection: DatabaseConnection
  db: Database
  stop(): Promise<void>
}

const silent = { info: () => undefined, warn: () => undefined }

/** Starts the embedded database with the product's settings, in a folder that `stop` deletes. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-bench-'))
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: silent })
  const db = openDatabase(connection)
  await migrate(db)
  return {
    folder,
    connection,
    db,
    async stop() {
      await db.destroy()
      await stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
