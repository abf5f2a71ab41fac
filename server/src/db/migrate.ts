import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { StartRefused } from '../start-refused.ts'
import type { Database } from './database.ts'
import { migrations as released } from './migrations/index.ts'

/**
 * Brings the tables up to date and returns the names of the migrations that ran, in order. Several processes may do so at
 * once: they take turns, and what one has done the next leaves alone. All of it happens in one transaction.
 * Refuses the start when a newer version of the product has changed the database already; a failed migration throws.
 */
export async function migrate(db: Database, migrations: Record<string, Migration> = released): Promise<string[]> {
  const { results = [], error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest()
  if (error === undefined) return results.map((result) => result.migrationName)
  await refuseNewer(db, migrations)
  throw error
}

/** What this version of the product still has to bring. */
export async function waitingMigrations(db: Database): Promise<string[]> {
  const done = new Set(await doneMigrations(db))
  return Object.keys(released).filter((name) => !done.has(name))
}

async function doneMigrations(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

async function refuseNewer(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const done = await doneMigrations(db).catch(() => []) // then the first error says more
  const unknown = done.find((name) => migrations[name] === undefined)
  if (unknown === undefined) return
  throw new StartRefused(
    `The database was changed by a newer version of Reveille (${unknown}): start that version or a newer one.`,
  )
}
