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

async function refuseNewer(db: Database, migrations: Record<string, Migration>): Promise<void> {
  const question = sql<{ name: string }>`select name from kysely_migration order by name`
  const { rows } = await question.execute(db).catch(() => ({ rows: [] })) // then the first error says more
  const unknown = rows.find(({ name }) => migrations[name] === undefined)
  if (unknown === undefined) return
  throw new StartRefused(
    `The database was changed by a newer version of Reveille (${unknown.name}): start that version or a newer one.`,
  )
}
