import { setTimeout } from 'node:timers/promises'
import { Migrator, type Migration } from 'kysely/migration'
import type { BaseLogger } from 'pino'
import { StartRefusedError } from '../process/start-refused.ts'
import { connectionTimeouts } from './connection-timeouts.ts'
import { openDatabase, type Database, type DatabaseConnection } from './database.ts'
import { migrations as released } from './migrations/index.ts'
import { BASELINE, doneMigrations, isOldChain, takeOverOldChain } from './migrations/old-chain.ts'
import { survives } from './migrations/survives.ts'

/**
 * A migration that waits for a table blocks everybody else: during a backup that reads it, calls would stop until its
 * end.
 */
const LOCKED_WITHIN_MS = 2_000
const TRY_AGAIN_AFTER_MS = 3_000
/** The lock was not available in time; or a deadlock with a call that was just ending. */
const NOT_LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/**
 * Migrates on a connection of its own without a time limit for answers: a large table may be changed. When a table is
 * not free soon it lets the others through and tries again.
 */
export async function migrateOn(
  connection: DatabaseConnection,
  log: Pick<BaseLogger, 'warn'>,
  migrations: Record<string, Migration> = released,
): Promise<string[]> {
  // Within `options`, which a pooler is told to pass on.
  const options = `${connection.options ?? connectionTimeouts.options} -c lock_timeout=${LOCKED_WITHIN_MS}`
  const db = openDatabase({ ...connection, max: 2, query_timeout: 0, options })
  try {
    for (;;) {
      const ran = await migrate(db, migrations).catch((error: unknown) => {
        log.warn({ error }, whyItWaits(error))
        return null
      })
      if (ran !== null) return ran
      await setTimeout(TRY_AGAIN_AFTER_MS)
    }
  } finally {
    await db.destroy()
  }
}

/** Why a migration is tried again later, in words for the log; throws an error that time does not heal. */
function whyItWaits(error: unknown): string {
  if (error instanceof Error && 'code' in error && NOT_LOCKED.has(error.code))
    return 'a migration is waiting for a table that somebody else holds, such as a backup'
  throw error
}

/**
 * Brings the tables up to date and returns the names of the migrations that ran, in order. Several processes may do so
 * at once: one runs after the other, and skips what another has done. All of it is one transaction. Tables that a newer version
 * has changed are left alone (rolling update, roll-back); the start is refused when this version cannot work with them.
 * Tables from before 1.0 count as made by the baseline. A failed migration throws.
 */
export async function migrate(db: Database, migrations: Record<string, Migration> = released): Promise<string[]> {
  await takeOverOldChain(db)
  if (await isNewer(db, migrations)) return []
  const { results = [], error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest()
  if (error === undefined) return results.map((result) => result.migrationName)
  if (await isNewer(db, migrations)) return [] // since we checked
  throw error
}

/** The migrations that this version still has to run. */
export async function waitingMigrations(db: Database): Promise<string[]> {
  const done = new Set(await doneMigrations(db))
  return Object.keys(released).filter((name) => !done.has(name))
}

/** Those that had run at a backup, or the baseline for those from before 1.0; refuses one that this version does not have. */
export function migrationsNamed(names: readonly string[]): Record<string, Migration> {
  if (isOldChain(names, 'backup')) return { [BASELINE]: released[BASELINE]! }
  const newer = names.find((name) => released[name] === undefined)
  if (newer !== undefined)
    throw new StartRefusedError(
      `The backup was taken by a newer version of Reveille (${newer}): restore it with that version or a newer one.`,
    )
  return Object.fromEntries(names.map((name) => [name, released[name]!]))
}

/** Whether a newer version has migrated before us. */
async function isNewer(db: Database, migrations: Record<string, Migration>): Promise<boolean> {
  const done = await doneMigrations(db).catch((): string[] => []) // no table yet, or the migrator reports the error
  const newer = done.filter((name) => migrations[name] === undefined)
  if (newer.length === 0) return false
  const own = Object.keys(migrations).toSorted()
  const refused = own.every((name) => done.includes(name))
    ? newer.find((name) => !survives(own.at(-1) ?? '', name))
    : newer[0]
  if (refused === undefined) return true
  throw new StartRefusedError(
    `The database was changed by a newer version of Reveille (${refused}): start that version or a newer one.`,
  )
}
