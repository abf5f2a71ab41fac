import { setTimeout } from 'node:timers/promises'
import { Migrator, type Migration } from 'kysely/migration'
import type { BaseLogger } from 'pino'
import { StartRefusedError } from '../process/start-and-stop.ts'
import { connectionTimeouts } from './connection-timeouts.ts'
import { openDatabase, type Database, type DatabaseConnection } from './database.ts'
import { migrations as released } from './migrations/index.ts'
import { BASELINE, doneMigrations, isOldChain, takeOverOldChain } from './migrations/old-chain.ts'
import { survives } from './migrations/survives.ts'

/** A migration that waits for a table blocks everyone else: behind a backup, calls would stop until it ends. */
const LOCKED_WITHIN_MS = 2_000
const TRY_AGAIN_AFTER_MS = 3_000
/** Lock timeout, or a deadlock with a call that was just ending. */
const NOT_LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/** Migrates on its own connection without a query timeout. If a table isn't free soon, yields and retries. */
export async function migrateOn(
  connection: DatabaseConnection,
  log: Pick<BaseLogger, 'warn'>,
  migrations: Record<string, Migration> = released,
): Promise<string[]> {
  // In `options`, because poolers can pass these on.
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

/** Why a migration is retried, for the log; rethrows an error that a retry won't fix. */
function whyItWaits(error: unknown): string {
  if (error instanceof Error && 'code' in error && NOT_LOCKED.has(error.code))
    return 'a migration is waiting for a table that somebody else holds, such as a backup'
  throw error
}

/**
 * Brings the schema up to date in one transaction and returns the names of the migrations that ran. Several processes
 * may call this at once: one runs, the others skip what it did. Leaves a schema from a newer version alone (rolling
 * update, rollback), or refuses to start when this version can't use it.
 */
export async function migrate(db: Database, migrations: Record<string, Migration> = released): Promise<string[]> {
  await takeOverOldChain(db)
  if (await isReady(db, migrations)) return []
  const { results = [], error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  }).migrateToLatest()
  if (error === undefined) return results.map((result) => result.migrationName)
  if (await isReady(db, migrations)) return [] // since our check
  throw error
}

export async function waitingMigrations(db: Database): Promise<string[]> {
  const done = new Set(await doneMigrations(db))
  return Object.keys(released).filter((name) => !done.has(name))
}

/** Refuses a backup from a version newer than this one. Names from before 1.0 map to the baseline. */
export function migrationsNamed(names: readonly string[]): Record<string, Migration> {
  if (isOldChain(names, 'backup')) return { [BASELINE]: released[BASELINE]! }
  const newer = names.find((name) => released[name] === undefined)
  if (newer !== undefined)
    throw new StartRefusedError(
      `The backup was taken by a newer version of Reveille (${newer}): restore it with that version or a newer one.`,
    )
  return Object.fromEntries(names.map((name) => [name, released[name]!]))
}

/** Reads no catalogs, as the migrator would. Refuses a database of a newer version that ours can't use. */
async function isReady(db: Database, migrations: Record<string, Migration>): Promise<boolean> {
  const done = await doneMigrations(db).catch((): string[] => []) // no table yet, or the migrator reports the error
  const newer = done.filter((name) => migrations[name] === undefined)
  const own = Object.keys(migrations).toSorted()
  const hasOwn = own.every((name) => done.includes(name))
  const refused = hasOwn ? newer.find((name) => !survives(own.at(-1) ?? '', name)) : newer[0]
  if (refused === undefined) return hasOwn
  throw new StartRefusedError(
    `The database was changed by a newer version of Reveille (${refused}): start that version or a newer one.`,
  )
}
