import { sql } from 'kysely'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.ts'

/**
 * A process that a test may kill: uses the embedded database in the given folder, prints 'ready attached=…', then
 * inserts numbers one after the other and prints each one that was acknowledged. SIGTERM makes it leave in order.
 */
const [, , dataDir = ''] = process.argv
const log = { info: () => undefined, warn: () => undefined }
const server = await startEmbeddedPostgres({ dataDir, log })
const db = openDatabase({ ...server.connection, max: 1 })
// Of two that find no table at the same moment one would fail.
await db.transaction().execute(async (tx) => {
  await sql`select pg_advisory_xact_lock(1)`.execute(tx)
  await sql`create table if not exists acknowledged (process int, n int)`.execute(tx)
})

const leaving = new AbortController()
process.on('SIGTERM', () => leaving.abort())
process.stdout.write(`ready attached=${server.attached}\n`)
for (let n = 0; !leaving.signal.aborted; n++) {
  await sql`insert into acknowledged values (${process.pid}, ${n})`.execute(db)
  process.stdout.write(`${n}\n`)
}
await db.destroy()
await server.stop()
