import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openDatabase, type Database, type DatabaseConnection } from '../../../src/platform/database/database.ts'
import { createDatabase, dropDatabase, TEMPLATE } from './template-database.ts'

declare module 'vitest' {
  // Only an interface can be added to.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    /** This run's server, at its maintenance database. */
    postgres: DatabaseConnection
  }
}

export type TestDatabase = {
  db: Database
  /** For code that opens its own connections: a second process, pg-boss, the session store. */
  connection: DatabaseConnection
  /** Closes `db`, cuts other open connections and drops the database. */
  drop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * A test's own empty database with all tables, copied from the run's template (postgres-global-setup.ts).
 * `await using database = await createTestDatabase()` drops it at the end.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(server, database, TEMPLATE)
  const connection = { ...server, database }
  const db = openDatabase(connection)
  const drop = async () => {
    await db.destroy()
    await dropDatabase(server, database)
  }
  return { db, connection, drop, [Symbol.asyncDispose]: drop }
}
