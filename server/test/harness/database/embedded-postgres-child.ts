import { sql } from 'kysely'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.ts'
import { untilStopped } from '../../../src/platform/process/start-and-stop.ts'

/**
 * A process that tests kill: owns the embedded database in a folder, prints 'ready', then inserts consecutive numbers
 * and prints each acknowledged one. SIGTERM stops it in order.
 */
const [, , dataDir = ''] = process.argv
const log = { info: () => undefined, warn: () => undefined }
await untilStopped(async (stopping) => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const db = openDatabase({ ...server.connection, max: 1 })
  await sql`create table if not exists acknowledged (n int)`.execute(db)
  process.stdout.write('ready\n')
  const inserting = (async () => {
    for (let n = 0; !stopping.aborted; n++) {
      await sql`insert into acknowledged values (${n})`.execute(db)
      process.stdout.write(`${n}\n`)
    }
  })()
  return {
    async stop() {
      await inserting
      await db.destroy()
      await server.stop()
    },
  }
})
